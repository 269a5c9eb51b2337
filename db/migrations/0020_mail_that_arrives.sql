CREATE TABLE `read_mailboxes` (
	`mailbox` text PRIMARY KEY NOT NULL,
	`uid_validity` text,
	`last_uid` integer DEFAULT 0 NOT NULL,
	`read_until` integer NOT NULL,
	`lease_owner` text,
	`lease_until` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE `case_events` ADD `way` text;--> statement-breakpoint
ALTER TABLE `case_events` ADD `attachments` integer;--> statement-breakpoint
ALTER TABLE `cases` ADD `undeliverable` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `cases` ADD `confirmation` text;--> statement-breakpoint
ALTER TABLE `cases` ADD `confirmed_at` integer;--> statement-breakpoint
CREATE INDEX `cases_news` ON `cases` (`completed_at`) WHERE "cases"."follow_up_on" is null and ("cases"."reply_unread" = 1 or "cases"."undeliverable" = 1);--> statement-breakpoint
ALTER TABLE `outbox` ADD `bounced_at` integer;--> statement-breakpoint
ALTER TABLE `outbox` ADD `bounce_code` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `bounce_report` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `stops_address` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `outbox` ADD `part` text;