CREATE TABLE `erased_drafts` (
	`application_id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `erased_drafts_at` ON `erased_drafts` (`at`);--> statement-breakpoint
CREATE TABLE `mail_contacts` (
	`mailbox_hash` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`network` text
);
--> statement-breakpoint
CREATE INDEX `mail_contacts_at` ON `mail_contacts` (`at`);--> statement-breakpoint
CREATE INDEX `mail_contacts_network` ON `mail_contacts` (`network`,`at`);--> statement-breakpoint
ALTER TABLE `outbox` ADD `network` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `audit_id` integer;--> statement-breakpoint
CREATE INDEX `outbox_mailbox` ON `outbox` (replace(lower(substr("recipient_email", 1, min(instr("recipient_email" || '@', '@'), instr("recipient_email" || '+', '+')) - 1)), '.', ''));--> statement-breakpoint
ALTER TABLE `applications` ADD `begun_by` text;--> statement-breakpoint
ALTER TABLE `applications` ADD `network` text;--> statement-breakpoint
ALTER TABLE `applications` ADD `has_contact` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `applications_contactless` ON `applications` (`updated_at`) WHERE "applications"."completed_at" is null and "applications"."has_contact" = 0;--> statement-breakpoint
ALTER TABLE `users` ADD `device_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `callback_requests_mailbox` ON `callback_requests` (replace(lower(substr("email", 1, min(instr("email" || '@', '@'), instr("email" || '+', '+')) - 1)), '.', ''));--> statement-breakpoint
CREATE INDEX `contact_data_mailbox` ON `contact_data` (replace(lower(substr("email", 1, min(instr("email" || '@', '@'), instr("email" || '+', '+')) - 1)), '.', ''));--> statement-breakpoint
CREATE INDEX `policyholder_info_mailbox` ON `policyholder_info` (replace(lower(substr("email", 1, min(instr("email" || '@', '@'), instr("email" || '+', '+')) - 1)), '.', ''));--> statement-breakpoint
CREATE INDEX `withdrawals_mailbox` ON `withdrawals` (replace(lower(substr("email", 1, min(instr("email" || '@', '@'), instr("email" || '+', '+')) - 1)), '.', ''));--> statement-breakpoint
CREATE INDEX `withdrawals_unmatched` ON `withdrawals` (`closed_at`) WHERE "withdrawals"."outcome" = 'unmatched';--> statement-breakpoint
UPDATE `applications` SET `begun_by` = `author_hash` WHERE `author_hash` IS NOT NULL;--> statement-breakpoint
UPDATE `applications` SET `has_contact` = 1 WHERE `id` IN (SELECT `application_id` FROM `contact_data`);--> statement-breakpoint
CREATE TRIGGER `contact_data_saved` AFTER INSERT ON `contact_data` BEGIN
	UPDATE `applications` SET `has_contact` = 1 WHERE `id` = new.`application_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `contact_data_moved` AFTER UPDATE OF `email` ON `contact_data`
WHEN lower(new.`email`) <> lower(old.`email`) BEGIN
	DELETE FROM `link_tokens` WHERE `application_id` = new.`application_id`;
	INSERT INTO `link_tokens` (`hash`, `application_id`, `kind`, `expires_at`)
	SELECT 'ended ' || `id`, `id`, 'resume', `updated_at` + 15552000000 FROM `applications` WHERE `id` = new.`application_id`;
END;
