DROP TRIGGER `contact_data_reachable`;--> statement-breakpoint
CREATE TABLE `callback_calls` (
	`id` text PRIMARY KEY NOT NULL,
	`callback_id` text NOT NULL,
	`at` integer NOT NULL,
	`username` text NOT NULL,
	`outcome` text NOT NULL,
	`note` text,
	`next_call_at` integer,
	`done` integer NOT NULL,
	`request_hash` text NOT NULL,
	FOREIGN KEY (`callback_id`) REFERENCES `callback_requests`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `callback_calls_callback` ON `callback_calls` (`callback_id`,`at`);--> statement-breakpoint
CREATE TABLE `privacy_links` (
	`hash` text PRIMARY KEY NOT NULL,
	`address` text NOT NULL,
	`expires_at` integer NOT NULL,
	`wrong` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `privacy_links_expires` ON `privacy_links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `reminder_stops` (
	`person_key` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
DROP INDEX `applications_open`;--> statement-breakpoint
DROP INDEX `applications_to_remind`;--> statement-breakpoint
ALTER TABLE `applications` ADD `reminder_consent` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `applications` ADD `restricted_at` integer;--> statement-breakpoint
ALTER TABLE `applications` ADD `prefilled_from` text;--> statement-breakpoint
CREATE INDEX `applications_prefilled` ON `applications` (`prefilled_from`,`created_at`) WHERE "applications"."prefilled_from" is not null;--> statement-breakpoint
CREATE INDEX `applications_open` ON `applications` (`updated_at`,`second_reminder_at`,`reminder_consent`,`reminders_stopped_at`) WHERE "applications"."completed_at" is null;--> statement-breakpoint
CREATE INDEX `applications_to_remind` ON `applications` (`first_reminder_at`,`updated_at`) WHERE "applications"."completed_at" is null and "applications"."reminders_stopped_at" is null and "applications"."reminder_consent" = 1 and ("applications"."first_reminder_at" is null or "applications"."second_reminder_at" is null);--> statement-breakpoint
ALTER TABLE `applications` DROP COLUMN `reachable`;--> statement-breakpoint
ALTER TABLE `contact_data` ADD `reminder_consent` integer;--> statement-breakpoint
ALTER TABLE `outbox` ADD `by_hand` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `outbox` ADD `follow_up` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `outbox_alone` ON `outbox` (`created_at`) WHERE "outbox"."application_id" is null;--> statement-breakpoint
ALTER TABLE `link_tokens` ADD `person_key` text;--> statement-breakpoint
CREATE INDEX `evidence_keep` ON `evidence` (`keep_until`);--> statement-breakpoint
CREATE INDEX `evidence_callback` ON `evidence` (`callback_id`) WHERE "evidence"."callback_id" is not null;
--> statement-breakpoint
CREATE TRIGGER `contact_data_consent_added` AFTER INSERT ON `contact_data` WHEN new.`reminder_consent` = 1 BEGIN
	UPDATE `applications` SET `reminder_consent` = 1 WHERE `id` = new.`application_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `contact_data_consent_changed` AFTER UPDATE OF `reminder_consent` ON `contact_data`
WHEN new.`reminder_consent` IS NOT old.`reminder_consent` BEGIN
	UPDATE `applications` SET `reminder_consent` = coalesce(new.`reminder_consent`, 0) WHERE `id` = new.`application_id`;
END;
