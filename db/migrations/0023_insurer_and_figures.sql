CREATE TABLE `return_files` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`sha256` text NOT NULL,
	`at` integer NOT NULL,
	`username` text,
	`row_count` integer NOT NULL,
	`columns` text,
	`mapping` text,
	`applied_at` integer,
	`changed` integer DEFAULT 0 NOT NULL,
	`results` text
);
--> statement-breakpoint
CREATE INDEX `return_files_at` ON `return_files` (`at`);--> statement-breakpoint
CREATE INDEX `return_files_sha` ON `return_files` (`sha256`);--> statement-breakpoint
CREATE INDEX `return_files_content` ON `return_files` (`at`) WHERE "return_files"."columns" is not null;--> statement-breakpoint
CREATE TABLE `return_mappings` (
	`columns_hash` text PRIMARY KEY NOT NULL,
	`mapping` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `return_rows` (
	`return_id` text NOT NULL,
	`line` integer NOT NULL,
	`cells` text NOT NULL,
	`application_id` text,
	`version` integer,
	`applied_by` text,
	PRIMARY KEY(`return_id`, `line`),
	FOREIGN KEY (`return_id`) REFERENCES `return_files`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `return_rows_application` ON `return_rows` (`application_id`) WHERE "return_rows"."application_id" is not null;--> statement-breakpoint
CREATE TABLE `funnel_archive` (
	`day` text NOT NULL,
	`source` text NOT NULL,
	`key` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`day`, `source`, `key`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `leases` (
	`name` text PRIMARY KEY NOT NULL,
	`owner` text,
	`until` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE `applications` ADD `source` text DEFAULT 'website' NOT NULL;--> statement-breakpoint
ALTER TABLE `handovers` ADD `drop_state` text;--> statement-breakpoint
CREATE INDEX `handovers_to_drop` ON `handovers` (`at`) WHERE "handovers"."drop_state" in ('due', 'written');--> statement-breakpoint
CREATE INDEX `cases_policy` ON `cases` (`policy_number`) WHERE "cases"."policy_number" is not null;--> statement-breakpoint
ALTER TABLE `callback_requests` ADD `reached` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `cases` ADD `first_step_at` integer;--> statement-breakpoint
ALTER TABLE `cases` ADD `transmitted_at` integer;--> statement-breakpoint
ALTER TABLE `cases` ADD `decided_at` integer;--> statement-breakpoint
ALTER TABLE `offers` ADD `has_completed` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `outbox_bounced` ON `outbox` (`bounced_at`) WHERE "outbox"."status" = 'bounced';--> statement-breakpoint
UPDATE `cases` SET
	`first_step_at` = (
		SELECT min(`at`) FROM `case_events` e WHERE e.`application_id` = `cases`.`application_id`
		AND `actor_id` IS NOT NULL AND `kind` IN ('status', 'assignee', 'follow_up', 'policy_number')),
	`transmitted_at` = (
		SELECT min(`at`) FROM `case_events` e WHERE e.`application_id` = `cases`.`application_id`
		AND `kind` = 'status' AND `new` = 'transmitted'),
	`decided_at` = (
		SELECT max(`at`) FROM `case_events` e WHERE e.`application_id` = `cases`.`application_id`
		AND `kind` = 'status' AND `new` IN ('issued', 'declined'));