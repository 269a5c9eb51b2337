CREATE TABLE `search_entries` (
	`number` integer PRIMARY KEY NOT NULL,
	`place` text NOT NULL,
	`id` text NOT NULL,
	`words` text,
	`mailbox` text,
	`namesake` text,
	`at` integer
);
--> statement-breakpoint
CREATE INDEX `search_entries_thing` ON `search_entries` (`id`,`place`);--> statement-breakpoint
CREATE INDEX `search_entries_person` ON `search_entries` (`mailbox`);--> statement-breakpoint
CREATE INDEX `search_entries_namesake` ON `search_entries` (`namesake`);--> statement-breakpoint
CREATE INDEX `search_entries_due` ON `search_entries` (`number`) WHERE "search_entries"."words" is null;
--> statement-breakpoint
-- newest first for the first three letters, with which a search begins
CREATE TABLE `search_words` (
	`start` text NOT NULL,
	`number` integer NOT NULL,
	`word` text NOT NULL,
	PRIMARY KEY(`start`, `number`, `word`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER `search_entries_insert` AFTER INSERT ON `search_entries` WHEN new.`words` IS NOT NULL BEGIN
	INSERT INTO `search_words` SELECT substr(value, 1, 3), new.`number`, value FROM json_each(new.`words`)
	WHERE length(value) >= 3;
END;
--> statement-breakpoint
CREATE TRIGGER `search_entries_delete` AFTER DELETE ON `search_entries` WHEN old.`words` IS NOT NULL BEGIN
	DELETE FROM `search_words` WHERE `number` = old.`number`
	AND `start` IN (SELECT substr(value, 1, 3) FROM json_each(old.`words`));
END;
