CREATE TABLE `job_runs` (
	`job` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
DROP INDEX `applications_open`;--> statement-breakpoint
ALTER TABLE `applications` ADD `reachable` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE `applications` SET `reachable` = 1 WHERE `id` IN (SELECT `application_id` FROM `contact_data`);--> statement-breakpoint
CREATE TRIGGER `contact_data_reachable` AFTER INSERT ON `contact_data` BEGIN
	UPDATE `applications` SET `reachable` = 1 WHERE `id` = new.`application_id`;
END;
--> statement-breakpoint
CREATE INDEX `applications_to_remind` ON `applications` (`first_reminder_at`,`updated_at`) WHERE "applications"."completed_at" is null and "applications"."reminders_stopped_at" is null and "applications"."reachable" = 1 and ("applications"."first_reminder_at" is null or "applications"."second_reminder_at" is null);--> statement-breakpoint
CREATE INDEX `applications_open` ON `applications` (`updated_at`,`second_reminder_at`,`reachable`,`reminders_stopped_at`) WHERE "applications"."completed_at" is null;