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
		AND `kind` = 'status' AND `new` IN ('issued', 'declined'));--> statement-breakpoint
-- nothing has written into it before
DROP TABLE `funnel_archive`;--> statement-breakpoint
CREATE TABLE `funnel_archive` (
	`day` text NOT NULL,
	`source` text NOT NULL,
	`key` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`day`, `source`, `key`)
) WITHOUT ROWID;
