ALTER TABLE `callback_requests` ADD `no_calls_at` integer;--> statement-breakpoint
CREATE INDEX `horse_data_life_number` ON `horse_data` (lower(replace(replace(replace(replace("chip_number", ' ', ''), '-', ''), '.', ''), '/', ''))) WHERE "horse_data"."chip_number" is not null;--> statement-breakpoint
CREATE INDEX `policyholder_info_born` ON `policyholder_info` (`birth_date`);
