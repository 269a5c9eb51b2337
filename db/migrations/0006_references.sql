CREATE INDEX `outbox_callback` ON `outbox` (`callback_request_id`) WHERE "outbox"."callback_request_id" is not null;--> statement-breakpoint
CREATE INDEX `outbox_withdrawal` ON `outbox` (`withdrawal_id`) WHERE "outbox"."withdrawal_id" is not null;--> statement-breakpoint
CREATE INDEX `outbox_advice` ON `outbox` (`advice_record_id`) WHERE "outbox"."advice_record_id" is not null;