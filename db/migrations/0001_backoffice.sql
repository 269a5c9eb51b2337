CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`user_id` text NOT NULL,
	`username` text NOT NULL,
	`action` text NOT NULL,
	`subject_id` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `applications` ADD `furthest_step` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
UPDATE `applications` SET `furthest_step` = `current_step`;--> statement-breakpoint
CREATE INDEX `applications_completed` ON `applications` (`completed_at`,`created_at`) WHERE "applications"."completed_at" is not null;--> statement-breakpoint
CREATE INDEX `applications_funnel` ON `applications` (`furthest_step`,`created_at`);--> statement-breakpoint
CREATE INDEX `callback_requests_pending` ON `callback_requests` (`created_at`) WHERE "callback_requests"."processed_at" is null;--> statement-breakpoint
CREATE INDEX `outbox_log_type` ON `outbox` (`email_type`,`attempted_at`) WHERE "outbox"."attempted_at" is not null;--> statement-breakpoint
CREATE INDEX `outbox_log_recipient` ON `outbox` (`recipient_email`,`attempted_at`) WHERE "outbox"."attempted_at" is not null;--> statement-breakpoint
CREATE INDEX `outbox_log_subject` ON `outbox` (`subject`,`attempted_at`) WHERE "outbox"."attempted_at" is not null;--> statement-breakpoint
CREATE INDEX `outbox_log_status` ON `outbox` (`status`,`attempted_at`) WHERE "outbox"."attempted_at" is not null;--> statement-breakpoint
CREATE INDEX `outbox_log_type_recipient` ON `outbox` (`email_type`,`recipient_email`,`attempted_at`) WHERE "outbox"."attempted_at" is not null;--> statement-breakpoint
CREATE INDEX `outbox_log_type_subject` ON `outbox` (`email_type`,`subject`,`attempted_at`) WHERE "outbox"."attempted_at" is not null;--> statement-breakpoint
CREATE INDEX `outbox_log_type_status` ON `outbox` (`email_type`,`status`,`attempted_at`) WHERE "outbox"."attempted_at" is not null;