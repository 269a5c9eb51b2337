DROP INDEX `outbox_alone`;--> statement-breakpoint
CREATE INDEX `outbox_alone` ON `outbox` (`application_id`,`created_at`) WHERE "outbox"."application_id" is null;--> statement-breakpoint
CREATE INDEX `cases_withdrawn` ON `cases` (`completed_at`) WHERE "cases"."status" = 'withdrawn';--> statement-breakpoint
CREATE INDEX `audit_log_at` ON `audit_log` (`at`);--> statement-breakpoint
UPDATE `job_runs` SET `job` = 'open_applications' WHERE `job` = 'retention';
