CREATE TABLE `sent_forms` (
	`key` text PRIMARY KEY NOT NULL,
	`ends_at` integer NOT NULL,
	`result` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sent_forms_ends` ON `sent_forms` (`ends_at`);