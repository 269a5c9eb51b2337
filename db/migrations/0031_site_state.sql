CREATE TABLE `site_state` (
	`id` integer PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`since` integer NOT NULL,
	`by` text,
	`reason` text,
	`resume_on` text,
	`stands_from` integer,
	`ending` text
);
--> statement-breakpoint
-- a database from before this, which has accounts, sells already; a new one gets its state from the start that made it
INSERT INTO `site_state` (`id`, `state`, `since`) SELECT 1, 'live', unixepoch() * 1000 WHERE EXISTS (SELECT 1 FROM `users`);--> statement-breakpoint
DROP TRIGGER `evidence_kept`;--> statement-breakpoint
-- proofs of a trial end with it
CREATE TRIGGER `evidence_kept` BEFORE DELETE ON `evidence`
WHEN old.`keep_until` > unixepoch() * 1000 AND NOT EXISTS (
	SELECT 1 FROM `applications` WHERE `id` = old.`application_id` AND `completed_at` IS NULL
) AND NOT EXISTS (SELECT 1 FROM `site_state` WHERE `ending` IS NOT NULL) BEGIN
	SELECT RAISE(ABORT, 'A proof is kept until its time is over.');
END;
