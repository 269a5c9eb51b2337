DROP INDEX `applications_open`;--> statement-breakpoint
ALTER TABLE `applications` ADD `first_reminder_at` integer;--> statement-breakpoint
ALTER TABLE `applications` ADD `second_reminder_at` integer;--> statement-breakpoint
ALTER TABLE `applications` ADD `reminders_stopped_at` integer;--> statement-breakpoint
CREATE INDEX `applications_open` ON `applications` (`updated_at`,`first_reminder_at`,`second_reminder_at`,`reminders_stopped_at`) WHERE "applications"."completed_at" is null;