CREATE TABLE `__new_link_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`application_id` text,
	`subject` text DEFAULT '' NOT NULL,
	`about` text DEFAULT '' NOT NULL,
	`wrong` integer DEFAULT 0 NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO `__new_link_tokens` (`hash`, `kind`, `application_id`, `expires_at`) SELECT `hash`, `kind`, `application_id`, `expires_at` FROM `link_tokens`;--> statement-breakpoint
INSERT INTO `__new_link_tokens` (`hash`, `kind`, `subject`, `about`, `expires_at`) SELECT `hash`, 'stop', `person_key`, `application_id`, `expires_at` FROM `stop_links`;--> statement-breakpoint
INSERT INTO `__new_link_tokens` (`hash`, `kind`, `subject`, `wrong`, `expires_at`) SELECT `hash`, 'privacy', `address`, `wrong`, `expires_at` FROM `privacy_links`;--> statement-breakpoint
DROP TABLE `privacy_links`;--> statement-breakpoint
DROP TABLE `stop_links`;--> statement-breakpoint
DROP TRIGGER `contact_data_moved`;--> statement-breakpoint
DROP TABLE `link_tokens`;--> statement-breakpoint
ALTER TABLE `__new_link_tokens` RENAME TO `link_tokens`;--> statement-breakpoint
CREATE INDEX `link_tokens_application` ON `link_tokens` (`application_id`,`kind`);--> statement-breakpoint
CREATE INDEX `link_tokens_expires` ON `link_tokens` (`expires_at`);--> statement-breakpoint
CREATE TRIGGER `contact_data_moved` AFTER UPDATE OF `email` ON `contact_data`
WHEN lower(new.`email`) <> lower(old.`email`) BEGIN
	DELETE FROM `link_tokens` WHERE `application_id` = new.`application_id`;
	INSERT INTO `link_tokens` (`hash`, `application_id`, `kind`, `expires_at`)
	SELECT 'ended ' || `id`, `id`, 'resume', `updated_at` + 15552000000 FROM `applications` WHERE `id` = new.`application_id`;
END;
