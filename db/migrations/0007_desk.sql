CREATE TABLE `case_events` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`application_id` text NOT NULL,
	`at` integer NOT NULL,
	`actor` text,
	`actor_id` text,
	`kind` text NOT NULL,
	`old` text,
	`new` text,
	`text` text,
	`also` text,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `case_events_id_unique` ON `case_events` (`id`);--> statement-breakpoint
CREATE INDEX `case_events_application` ON `case_events` (`application_id`,`number`);--> statement-breakpoint
CREATE TABLE `case_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`application_id` text NOT NULL,
	`status` text NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`username` text NOT NULL,
	`at` integer NOT NULL,
	`answer_id` text,
	`answer` text,
	`answered_at` integer,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `case_messages_answer_id_unique` ON `case_messages` (`answer_id`);--> statement-breakpoint
CREATE INDEX `case_messages_application` ON `case_messages` (`application_id`,`at`);--> statement-breakpoint
CREATE TABLE `case_words` (
	`is_open` integer NOT NULL,
	`word` text NOT NULL,
	`shared` integer NOT NULL,
	`case_number` integer NOT NULL,
	PRIMARY KEY(`is_open`, `word`, `case_number`),
	FOREIGN KEY (`case_number`) REFERENCES `cases`(`number`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `case_words_case` ON `case_words` (`case_number`,`word`);--> statement-breakpoint
CREATE TABLE `cases` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`application_id` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`status` text DEFAULT 'new' NOT NULL,
	`assignee_id` text,
	`follow_up_on` text,
	`transmitted_on` text,
	`policy_number` text,
	`reply_unread` integer DEFAULT false NOT NULL,
	`completed_at` integer NOT NULL,
	`starts_on` text NOT NULL,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`assignee_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cases_application_id_unique` ON `cases` (`application_id`);--> statement-breakpoint
CREATE INDEX `cases_order` ON `cases` (`follow_up_on`,`completed_at`);--> statement-breakpoint
CREATE INDEX `cases_assignee` ON `cases` (`assignee_id`,`follow_up_on`,`completed_at`);--> statement-breakpoint
CREATE INDEX `cases_unassigned` ON `cases` (`starts_on`,`completed_at`) WHERE "cases"."assignee_id" is null and "cases"."follow_up_on" is not null;--> statement-breakpoint
CREATE INDEX `cases_replied` ON `cases` (`assignee_id`) WHERE "cases"."reply_unread" = 1;--> statement-breakpoint
CREATE TABLE `handover_items` (
	`handover_id` text NOT NULL,
	`position` integer NOT NULL,
	`application_id` text NOT NULL,
	PRIMARY KEY(`handover_id`, `position`),
	FOREIGN KEY (`handover_id`) REFERENCES `handovers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `handover_items_application` ON `handover_items` (`application_id`);--> statement-breakpoint
CREATE TABLE `handovers` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`username` text NOT NULL,
	`format` text NOT NULL,
	`count` integer NOT NULL,
	`sha256` text NOT NULL,
	`request_hash` text NOT NULL,
	`skipped` text NOT NULL,
	`confirmed_on` text
);
--> statement-breakpoint
CREATE INDEX `handovers_at` ON `handovers` (`at`);--> statement-breakpoint
CREATE TABLE `link_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`application_id` text NOT NULL,
	`kind` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `link_tokens_application` ON `link_tokens` (`application_id`,`kind`);--> statement-breakpoint
CREATE INDEX `link_tokens_expires` ON `link_tokens` (`expires_at`);--> statement-breakpoint
CREATE TABLE `tariff_versions` (
	`id` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`valid_from` text NOT NULL,
	`state` text NOT NULL,
	`terms` text NOT NULL,
	`created_by` text NOT NULL,
	`released_by` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tariff_versions_number_unique` ON `tariff_versions` (`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `tariff_versions_active` ON `tariff_versions` (`state`) WHERE "tariff_versions"."state" = 'active';--> statement-breakpoint
CREATE INDEX `tariff_versions_released` ON `tariff_versions` (`valid_from`) WHERE "tariff_versions"."state" = 'released';--> statement-breakpoint
ALTER TABLE `outbox` ADD `case_message_id` text REFERENCES case_messages(id) ON DELETE cascade;--> statement-breakpoint
CREATE INDEX `outbox_case` ON `outbox` (`case_message_id`) WHERE "outbox"."case_message_id" is not null;--> statement-breakpoint
ALTER TABLE `applications` ADD `tariff_version` integer;--> statement-breakpoint
CREATE TRIGGER `cases_words_open` AFTER UPDATE OF `follow_up_on` ON `cases`
WHEN (old.`follow_up_on` IS NULL) <> (new.`follow_up_on` IS NULL) BEGIN
	UPDATE `case_words` SET `is_open` = new.`follow_up_on` IS NOT NULL WHERE `case_number` = new.`number`;
END;
--> statement-breakpoint
CREATE TRIGGER `case_events_unchanged` BEFORE UPDATE ON `case_events`
WHEN NOT (
	old.`kind` = 'note' AND new.`text` IS NULL
	AND (new.`number`, new.`id`, new.`application_id`, new.`at`, new.`kind`)
		IS (old.`number`, old.`id`, old.`application_id`, old.`at`, old.`kind`)
	AND (new.`actor`, new.`actor_id`, new.`old`, new.`new`, new.`also`)
		IS (old.`actor`, old.`actor_id`, old.`old`, old.`new`, old.`also`)
) BEGIN
	SELECT RAISE(ABORT, 'The history of a case is never changed.');
END;
--> statement-breakpoint
CREATE TRIGGER `case_events_kept` BEFORE DELETE ON `case_events`
WHEN EXISTS (SELECT 1 FROM `applications` WHERE `id` = old.`application_id`) BEGIN
	SELECT RAISE(ABORT, 'The history of a case is kept as long as the case.');
END;
--> statement-breakpoint
CREATE TRIGGER `case_events_not_replaced` BEFORE INSERT ON `case_events`
WHEN EXISTS (SELECT 1 FROM `case_events` WHERE `id` = new.`id` OR `number` = new.`number`) BEGIN
	SELECT RAISE(ABORT, 'The history of a case is never replaced.');
END;
