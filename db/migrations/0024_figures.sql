ALTER TABLE `callback_requests` ADD `reached` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `offers` ADD `has_completed` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `outbox_bounced` ON `outbox` (`bounced_at`) WHERE "outbox"."status" = 'bounced';--> statement-breakpoint
DROP TABLE `funnel_archive`;--> statement-breakpoint
-- nothing writes into it before this migration
CREATE TABLE `funnel_archive` (
	`day` text NOT NULL,
	`source` text NOT NULL,
	`key` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`day`, `source`, `key`)
) WITHOUT ROWID;
