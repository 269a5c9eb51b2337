ALTER TABLE `callback_requests` ADD `reply` text;--> statement-breakpoint
ALTER TABLE `preparations` ADD `reply` text;--> statement-breakpoint
ALTER TABLE `offers` ADD `reply` text;