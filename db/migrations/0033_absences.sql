ALTER TABLE `cases` ADD `lent_to` text;--> statement-breakpoint
ALTER TABLE `cases` ADD `lent_until` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `away_until` text;--> statement-breakpoint
ALTER TABLE `users` ADD `digest` integer DEFAULT false NOT NULL;