CREATE TABLE `invoice_jobs` (
	`invoice_id` integer NOT NULL,
	`work_order_id` integer NOT NULL,
	PRIMARY KEY(`invoice_id`, `work_order_id`),
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`work_order_id`) REFERENCES `work_orders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `invoice_jobs_work_order` ON `invoice_jobs` (`work_order_id`);
--> statement-breakpoint
CREATE TABLE `money_in` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`reference` text NOT NULL,
	`source` text NOT NULL,
	`sender` text NOT NULL,
	`memo` text,
	`amount_cents` integer NOT NULL,
	`received_at` text NOT NULL,
	`status` text NOT NULL,
	`reason` text NOT NULL,
	`invoice_id` integer,
	`receipt_id` integer,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`receipt_id`) REFERENCES `receipts`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "money_in_status" CHECK("money_in"."status" in ('matched', 'suggested', 'ignored')),
	CONSTRAINT "money_in_source" CHECK("money_in"."source" in ('mail', 'file', 'bank')),
	CONSTRAINT "money_in_amount" CHECK("money_in"."amount_cents" is null or (typeof("money_in"."amount_cents") = 'integer' and "money_in"."amount_cents" between 0 and 9999999999)),
	CONSTRAINT "money_in_matched" CHECK("money_in"."status" <> 'matched' or "money_in"."invoice_id" is not null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `money_in_reference_unique` ON `money_in` (`reference`);
--> statement-breakpoint
CREATE INDEX `money_in_status` ON `money_in` (`status`);
--> statement-breakpoint
CREATE INDEX `money_in_invoice` ON `money_in` (`invoice_id`) WHERE invoice_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX `money_in_receipt` ON `money_in` (`receipt_id`) WHERE receipt_id is not null;
--> statement-breakpoint
CREATE TABLE `payer_names` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`client_id` integer NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payer_names_name` ON `payer_names` (`name`,`client_id`);
--> statement-breakpoint
CREATE INDEX `payer_names_client` ON `payer_names` (`client_id`);
--> statement-breakpoint
CREATE TABLE `provider_events` (
	`event_id` text PRIMARY KEY NOT NULL,
	`provider` text NOT NULL,
	`type` text NOT NULL,
	`received_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `tips` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`invoice_id` integer,
	`amount_cents` integer NOT NULL,
	`payment_intent` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "tips_amount" CHECK("tips"."amount_cents" is null or (typeof("tips"."amount_cents") = 'integer' and "tips"."amount_cents" between 0 and 9999999999))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tips_paymentIntent_unique` ON `tips` (`payment_intent`);
--> statement-breakpoint
CREATE INDEX `tips_invoice` ON `tips` (`invoice_id`);
--> statement-breakpoint
CREATE TABLE `todos` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`path` text NOT NULL,
	`dedupe_key` text NOT NULL,
	`created_at` text NOT NULL,
	`done_at` text,
	CONSTRAINT "todos_kind" CHECK("todos"."kind" in ('refund', 'rating', 'money-in'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `todos_dedupeKey_unique` ON `todos` (`dedupe_key`);
--> statement-breakpoint
CREATE INDEX `todos_open` ON `todos` (`id`) WHERE done_at is null;
--> statement-breakpoint
ALTER TABLE `appointment_bookings` ADD `deposit_due_at` text;
--> statement-breakpoint
CREATE INDEX `appointment_bookings_deposit` ON `appointment_bookings` (`deposit_due_at`) WHERE deposit_due_at is not null and status = 'confirmed';
--> statement-breakpoint
ALTER TABLE `invoices` ADD `deposit_booking_id` integer REFERENCES appointment_bookings(id) ON DELETE set null;
--> statement-breakpoint
ALTER TABLE `invoices` ADD `pay_token` text;
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_payToken_unique` ON `invoices` (`pay_token`);
--> statement-breakpoint
CREATE INDEX `invoices_any_deposit_booking` ON `invoices` (`deposit_booking_id`) WHERE deposit_booking_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_deposit_booking` ON `invoices` (`deposit_booking_id`) WHERE deleted_at is null and deposit_booking_id is not null;
--> statement-breakpoint
ALTER TABLE `receipts` ADD `payment_intent` text;
--> statement-breakpoint
CREATE UNIQUE INDEX `receipts_paymentIntent_unique` ON `receipts` (`payment_intent`);
--> statement-breakpoint
CREATE INDEX `work_orders_to_bill` ON `work_orders` (`id`) WHERE status in ('completed', 'complete') and finalized_date is null and is_invoiced = 0 and (coalesce(total_amount_cents, 0) > 0 or coalesce(actual_duration, estimated_duration, 0) > 0);
--> statement-breakpoint
DROP TRIGGER `work_orders_invoiced_insert`;
--> statement-breakpoint
DROP TRIGGER `work_orders_invoiced_update`;
--> statement-breakpoint
DROP TRIGGER `work_orders_invoiced_delete`;
--> statement-breakpoint
CREATE TRIGGER `work_orders_invoiced_insert` AFTER INSERT ON `invoices` WHEN NEW.`work_order_id` IS NOT NULL BEGIN UPDATE `work_orders` SET `is_invoiced` = EXISTS (SELECT 1 FROM `invoices` WHERE `invoices`.`work_order_id` = `work_orders`.`id` AND `invoices`.`deleted_at` IS NULL) OR EXISTS (SELECT 1 FROM `invoice_jobs` JOIN `invoices` ON `invoices`.`id` = `invoice_jobs`.`invoice_id` WHERE `invoice_jobs`.`work_order_id` = `work_orders`.`id` AND `invoices`.`deleted_at` IS NULL) WHERE `id` = NEW.`work_order_id`; END;
--> statement-breakpoint
CREATE TRIGGER `work_orders_invoiced_update` AFTER UPDATE OF `work_order_id`, `deleted_at` ON `invoices` BEGIN UPDATE `work_orders` SET `is_invoiced` = EXISTS (SELECT 1 FROM `invoices` WHERE `invoices`.`work_order_id` = `work_orders`.`id` AND `invoices`.`deleted_at` IS NULL) OR EXISTS (SELECT 1 FROM `invoice_jobs` JOIN `invoices` ON `invoices`.`id` = `invoice_jobs`.`invoice_id` WHERE `invoice_jobs`.`work_order_id` = `work_orders`.`id` AND `invoices`.`deleted_at` IS NULL) WHERE `id` IN (OLD.`work_order_id`, NEW.`work_order_id`) OR `id` IN (SELECT `work_order_id` FROM `invoice_jobs` WHERE `invoice_id` = NEW.`id`); END;
--> statement-breakpoint
CREATE TRIGGER `work_orders_invoiced_delete` AFTER DELETE ON `invoices` WHEN OLD.`work_order_id` IS NOT NULL BEGIN UPDATE `work_orders` SET `is_invoiced` = EXISTS (SELECT 1 FROM `invoices` WHERE `invoices`.`work_order_id` = `work_orders`.`id` AND `invoices`.`deleted_at` IS NULL) OR EXISTS (SELECT 1 FROM `invoice_jobs` JOIN `invoices` ON `invoices`.`id` = `invoice_jobs`.`invoice_id` WHERE `invoice_jobs`.`work_order_id` = `work_orders`.`id` AND `invoices`.`deleted_at` IS NULL) WHERE `id` = OLD.`work_order_id`; END;
--> statement-breakpoint
CREATE TRIGGER `work_orders_invoiced_job_insert` AFTER INSERT ON `invoice_jobs` BEGIN UPDATE `work_orders` SET `is_invoiced` = EXISTS (SELECT 1 FROM `invoices` WHERE `invoices`.`work_order_id` = `work_orders`.`id` AND `invoices`.`deleted_at` IS NULL) OR EXISTS (SELECT 1 FROM `invoice_jobs` JOIN `invoices` ON `invoices`.`id` = `invoice_jobs`.`invoice_id` WHERE `invoice_jobs`.`work_order_id` = `work_orders`.`id` AND `invoices`.`deleted_at` IS NULL) WHERE `id` = NEW.`work_order_id`; END;
--> statement-breakpoint
CREATE TRIGGER `work_orders_invoiced_job_delete` AFTER DELETE ON `invoice_jobs` BEGIN UPDATE `work_orders` SET `is_invoiced` = EXISTS (SELECT 1 FROM `invoices` WHERE `invoices`.`work_order_id` = `work_orders`.`id` AND `invoices`.`deleted_at` IS NULL) OR EXISTS (SELECT 1 FROM `invoice_jobs` JOIN `invoices` ON `invoices`.`id` = `invoice_jobs`.`invoice_id` WHERE `invoice_jobs`.`work_order_id` = `work_orders`.`id` AND `invoices`.`deleted_at` IS NULL) WHERE `id` = OLD.`work_order_id`; END;
--> statement-breakpoint
INSERT INTO `kept_counts` (`name`, `key`, `rows`) SELECT 'toBill', 'all', count(*) FROM `work_orders` WHERE `status` in ('completed', 'complete') and `finalized_date` is null and `is_invoiced` = 0 and (coalesce(`total_amount_cents`, 0) > 0 or coalesce(`actual_duration`, `estimated_duration`, 0) > 0) HAVING count(*) > 0;
--> statement-breakpoint
INSERT INTO `kept_counts` (`name`, `key`, `rows`) SELECT 'toBillCents', 'all', sum(coalesce(`total_amount_cents`, 0)) FROM `work_orders` WHERE `status` in ('completed', 'complete') and `finalized_date` is null and `is_invoiced` = 0 and (coalesce(`total_amount_cents`, 0) > 0 or coalesce(`actual_duration`, `estimated_duration`, 0) > 0) HAVING count(*) > 0;
--> statement-breakpoint
CREATE TRIGGER `kept_to_bill_insert` AFTER INSERT ON `work_orders` BEGIN INSERT INTO `kept_counts` (`name`, `key`, `rows`) SELECT 'toBill', 'all', 1 WHERE NEW.`status` in ('completed', 'complete') and NEW.`finalized_date` is null and NEW.`is_invoiced` = 0 and (coalesce(NEW.`total_amount_cents`, 0) > 0 or coalesce(NEW.`actual_duration`, NEW.`estimated_duration`, 0) > 0) ON CONFLICT (`name`, `key`) DO UPDATE SET `rows` = `rows` + excluded.`rows`; INSERT INTO `kept_counts` (`name`, `key`, `rows`) SELECT 'toBillCents', 'all', coalesce(NEW.`total_amount_cents`, 0) WHERE NEW.`status` in ('completed', 'complete') and NEW.`finalized_date` is null and NEW.`is_invoiced` = 0 and (coalesce(NEW.`total_amount_cents`, 0) > 0 or coalesce(NEW.`actual_duration`, NEW.`estimated_duration`, 0) > 0) ON CONFLICT (`name`, `key`) DO UPDATE SET `rows` = `rows` + excluded.`rows`; END;
--> statement-breakpoint
CREATE TRIGGER `kept_to_bill_delete` AFTER DELETE ON `work_orders` BEGIN UPDATE `kept_counts` SET `rows` = `rows` - 1 WHERE `name` = 'toBill' AND `key` = iif(OLD.`status` in ('completed', 'complete') and OLD.`finalized_date` is null and OLD.`is_invoiced` = 0 and (coalesce(OLD.`total_amount_cents`, 0) > 0 or coalesce(OLD.`actual_duration`, OLD.`estimated_duration`, 0) > 0), 'all', null); UPDATE `kept_counts` SET `rows` = `rows` - coalesce(OLD.`total_amount_cents`, 0) WHERE `name` = 'toBillCents' AND `key` = iif(OLD.`status` in ('completed', 'complete') and OLD.`finalized_date` is null and OLD.`is_invoiced` = 0 and (coalesce(OLD.`total_amount_cents`, 0) > 0 or coalesce(OLD.`actual_duration`, OLD.`estimated_duration`, 0) > 0), 'all', null); END;
--> statement-breakpoint
CREATE TRIGGER `kept_to_bill_update` AFTER UPDATE OF `status`, `finalized_date`, `is_invoiced`, `total_amount_cents`, `actual_duration`, `estimated_duration` ON `work_orders` WHEN iif(OLD.`status` in ('completed', 'complete') and OLD.`finalized_date` is null and OLD.`is_invoiced` = 0 and (coalesce(OLD.`total_amount_cents`, 0) > 0 or coalesce(OLD.`actual_duration`, OLD.`estimated_duration`, 0) > 0), coalesce(OLD.`total_amount_cents`, 0), -1) IS NOT iif(NEW.`status` in ('completed', 'complete') and NEW.`finalized_date` is null and NEW.`is_invoiced` = 0 and (coalesce(NEW.`total_amount_cents`, 0) > 0 or coalesce(NEW.`actual_duration`, NEW.`estimated_duration`, 0) > 0), coalesce(NEW.`total_amount_cents`, 0), -1) BEGIN UPDATE `kept_counts` SET `rows` = `rows` - 1 WHERE `name` = 'toBill' AND `key` = iif(OLD.`status` in ('completed', 'complete') and OLD.`finalized_date` is null and OLD.`is_invoiced` = 0 and (coalesce(OLD.`total_amount_cents`, 0) > 0 or coalesce(OLD.`actual_duration`, OLD.`estimated_duration`, 0) > 0), 'all', null); UPDATE `kept_counts` SET `rows` = `rows` - coalesce(OLD.`total_amount_cents`, 0) WHERE `name` = 'toBillCents' AND `key` = iif(OLD.`status` in ('completed', 'complete') and OLD.`finalized_date` is null and OLD.`is_invoiced` = 0 and (coalesce(OLD.`total_amount_cents`, 0) > 0 or coalesce(OLD.`actual_duration`, OLD.`estimated_duration`, 0) > 0), 'all', null); INSERT INTO `kept_counts` (`name`, `key`, `rows`) SELECT 'toBill', 'all', 1 WHERE NEW.`status` in ('completed', 'complete') and NEW.`finalized_date` is null and NEW.`is_invoiced` = 0 and (coalesce(NEW.`total_amount_cents`, 0) > 0 or coalesce(NEW.`actual_duration`, NEW.`estimated_duration`, 0) > 0) ON CONFLICT (`name`, `key`) DO UPDATE SET `rows` = `rows` + excluded.`rows`; INSERT INTO `kept_counts` (`name`, `key`, `rows`) SELECT 'toBillCents', 'all', coalesce(NEW.`total_amount_cents`, 0) WHERE NEW.`status` in ('completed', 'complete') and NEW.`finalized_date` is null and NEW.`is_invoiced` = 0 and (coalesce(NEW.`total_amount_cents`, 0) > 0 or coalesce(NEW.`actual_duration`, NEW.`estimated_duration`, 0) > 0) ON CONFLICT (`name`, `key`) DO UPDATE SET `rows` = `rows` + excluded.`rows`; END;
--> statement-breakpoint
UPDATE `invoices` SET `pay_token` = lower(hex(randomblob(16))) WHERE `status` <> 'draft';
