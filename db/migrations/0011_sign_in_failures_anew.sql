-- Before its last change, 0010 named the key of this table `name_key`. Its counts are worth a day at most.
DROP TABLE `sign_in_failures`;--> statement-breakpoint
CREATE TABLE `sign_in_failures` (
	`key` text PRIMARY KEY NOT NULL,
	`failures` integer NOT NULL,
	`last_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sign_in_failures_at` ON `sign_in_failures` (`last_at`);
