CREATE TABLE `deleted_mails` (
	`id` integer PRIMARY KEY NOT NULL,
	`address_hash` text NOT NULL,
	`email_type` text NOT NULL,
	`follow_up` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `deleted_mails_address` ON `deleted_mails` (`address_hash`,`created_at`);--> statement-breakpoint
CREATE INDEX `deleted_mails_created` ON `deleted_mails` (`created_at`);--> statement-breakpoint
CREATE TABLE `stop_links` (
	`hash` text PRIMARY KEY NOT NULL,
	`person_key` text NOT NULL,
	`application_id` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `stop_links_expires` ON `stop_links` (`expires_at`);--> statement-breakpoint
DROP INDEX `outbox_alone`;--> statement-breakpoint
CREATE INDEX `outbox_alone` ON `outbox` (`application_id`,`created_at`) WHERE "outbox"."application_id" is null;--> statement-breakpoint
CREATE INDEX `cases_withdrawn` ON `cases` (`completed_at`) WHERE "cases"."status" = 'withdrawn';--> statement-breakpoint
CREATE INDEX `audit_log_at` ON `audit_log` (`at`);--> statement-breakpoint
INSERT INTO `stop_links` SELECT `hash`, `person_key`, `application_id`, `expires_at` FROM `link_tokens` WHERE `kind` = 'stop' AND `person_key` IS NOT NULL;--> statement-breakpoint
DELETE FROM `link_tokens` WHERE `kind` = 'stop';--> statement-breakpoint
ALTER TABLE `link_tokens` DROP COLUMN `person_key`;--> statement-breakpoint
UPDATE `job_runs` SET `job` = 'open_applications' WHERE `job` = 'retention';
