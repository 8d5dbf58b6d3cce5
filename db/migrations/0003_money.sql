CREATE TABLE `invoice_items` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`invoice_id` integer NOT NULL,
	`description` text NOT NULL,
	`quantity` integer NOT NULL,
	`price_cents` integer NOT NULL,
	`is_goods` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "invoice_items_quantity" CHECK(typeof("invoice_items"."quantity") = 'integer' and "invoice_items"."quantity" > 0),
	CONSTRAINT "invoice_items_price" CHECK("invoice_items"."price_cents" is null or (typeof("invoice_items"."price_cents") = 'integer' and "invoice_items"."price_cents" between 0 and 9999999999))
);
--> statement-breakpoint
CREATE INDEX `invoice_items_invoice` ON `invoice_items` (`invoice_id`);--> statement-breakpoint
CREATE TABLE `number_series` (
	`series` text PRIMARY KEY NOT NULL,
	`highest` integer NOT NULL,
	CONSTRAINT "number_series_series" CHECK("number_series"."series" in ('invoice', 'receipt')),
	CONSTRAINT "number_series_highest" CHECK("number_series"."highest" is null or (typeof("number_series"."highest") = 'integer' and "number_series"."highest" >= 0))
);
--> statement-breakpoint
CREATE TABLE `receipt_totals` (
	`id` integer PRIMARY KEY NOT NULL,
	`receipts` integer NOT NULL,
	`amount_cents` integer NOT NULL,
	`refunds` integer NOT NULL,
	`refund_cents` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `invoices` ADD `tax_profile` text DEFAULT 'documented' NOT NULL CONSTRAINT "invoices_tax_profile" CHECK("tax_profile" in ('documented', 'bc-current'));--> statement-breakpoint
ALTER TABLE `invoices` ADD `hst_rate` integer DEFAULT 1200 NOT NULL CONSTRAINT "invoices_hst_rate" CHECK("hst_rate" is null or (typeof("hst_rate") = 'integer' and "hst_rate" >= 0));--> statement-breakpoint
ALTER TABLE `invoices` ADD `pst_rate` integer DEFAULT 700 NOT NULL CONSTRAINT "invoices_pst_rate" CHECK("pst_rate" is null or (typeof("pst_rate") = 'integer' and "pst_rate" >= 0));--> statement-breakpoint
ALTER TABLE `invoices` ADD `amount_paid_cents` integer DEFAULT 0 NOT NULL CONSTRAINT "invoices_amount_paid" CHECK("amount_paid_cents" is null or (typeof("amount_paid_cents") = 'integer' and "amount_paid_cents" between 0 and 9999999999)) CONSTRAINT "invoices_not_overpaid" CHECK("amount_paid_cents" <= "total_cents");--> statement-breakpoint
ALTER TABLE `invoices` ADD `work_order_id` integer REFERENCES `work_orders`(`id`) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `invoices` ADD `booking_id` integer REFERENCES `appointment_bookings`(`id`) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `invoices` ADD `updated_at` text;--> statement-breakpoint
ALTER TABLE `invoices` ADD `issued_at` text;--> statement-breakpoint
ALTER TABLE `invoices` ADD `idempotency_key` text;--> statement-breakpoint
ALTER TABLE `invoices` ADD `request_hash` text;--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_idempotencyKey_unique` ON `invoices` (`idempotency_key`);--> statement-breakpoint
DROP INDEX `invoices_number_value`;--> statement-breakpoint
DROP INDEX `invoices_status`;--> statement-breakpoint
CREATE INDEX `invoices_live_status` ON `invoices` (`status`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `invoices_open_newest` ON `invoices` (`id`) WHERE deleted_at is null and status in ('pending', 'overdue');--> statement-breakpoint
CREATE INDEX `invoices_live_number` ON `invoices` (`number_value`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `invoices_live` ON `invoices` (`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `invoices_bin` ON `invoices` (`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX `invoices_open` ON `invoices` (`due_date`,`total_cents`,`amount_paid_cents`) WHERE deleted_at is null and status in ('pending', 'overdue');--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_work_order` ON `invoices` (`work_order_id`) WHERE deleted_at is null and work_order_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_booking` ON `invoices` (`booking_id`) WHERE deleted_at is null and booking_id is not null;--> statement-breakpoint
CREATE INDEX `invoices_any_work_order` ON `invoices` (`work_order_id`);--> statement-breakpoint
CREATE INDEX `invoices_any_booking` ON `invoices` (`booking_id`);--> statement-breakpoint
ALTER TABLE `receipts` ADD `is_automatic` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `receipts` ADD `refund_of_id` integer REFERENCES `receipts`(`id`) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `receipts` ADD `tax_profile` text DEFAULT 'documented' NOT NULL CONSTRAINT "receipts_tax_profile" CHECK("tax_profile" in ('documented', 'bc-current'));--> statement-breakpoint
ALTER TABLE `receipts` ADD `hst_rate` integer DEFAULT 1200 NOT NULL CONSTRAINT "receipts_hst_rate" CHECK("hst_rate" is null or (typeof("hst_rate") = 'integer' and "hst_rate" >= 0));--> statement-breakpoint
ALTER TABLE `receipts` ADD `pst_rate` integer DEFAULT 700 NOT NULL CONSTRAINT "receipts_pst_rate" CHECK("pst_rate" is null or (typeof("pst_rate") = 'integer' and "pst_rate" >= 0));--> statement-breakpoint
ALTER TABLE `receipts` ADD `idempotency_key` text;--> statement-breakpoint
ALTER TABLE `receipts` ADD `request_hash` text;--> statement-breakpoint
CREATE UNIQUE INDEX `receipts_idempotencyKey_unique` ON `receipts` (`idempotency_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `receipts_automatic` ON `receipts` (`invoice_id`) WHERE is_automatic = 1;--> statement-breakpoint
CREATE INDEX `invoices_bin_newest` ON `invoices` (`id`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX `invoices_created` ON `invoices` (`created_at`);--> statement-breakpoint
CREATE INDEX `invoices_issued` ON `invoices` (`issued_at`);--> statement-breakpoint
CREATE INDEX `receipts_refunds` ON `receipts` (`id`) WHERE is_refund = 1;--> statement-breakpoint
UPDATE `invoices` SET `amount_paid_cents` = `total_cents` WHERE `status` = 'paid';--> statement-breakpoint
UPDATE `invoices` SET `issued_at` = `created_at` WHERE `status` <> 'draft';--> statement-breakpoint
INSERT INTO `number_series`(`series`, `highest`) SELECT 'invoice', max(`number_value`) FROM `invoices` HAVING max(`number_value`) IS NOT NULL;--> statement-breakpoint
INSERT INTO `number_series`(`series`, `highest`) SELECT 'receipt', max(`number_value`) FROM `receipts` HAVING max(`number_value`) IS NOT NULL;--> statement-breakpoint
CREATE INDEX `receipts_refund_of` ON `receipts` (`refund_of_id`);--> statement-breakpoint
CREATE INDEX `receipts_by_day` ON `receipts` (`payment_date`,`is_refund`,`payment_method`,`amount_paid_cents`);--> statement-breakpoint
CREATE INDEX `outbox_by_status` ON `outbox` (`status`);--> statement-breakpoint
CREATE INDEX `orders_to_ship` ON `orders` (`order_number`,`status`) WHERE status not in ('shipped', 'delivered', 'cancelled');--> statement-breakpoint
CREATE INDEX `contact_inquiries_waiting` ON `contact_inquiries` (`created_at`,`status`,`deleted_at`) WHERE status = 'pending' and deleted_at is null;--> statement-breakpoint
CREATE INDEX `appointment_bookings_to_convert` ON `appointment_bookings` (`id`,`status`,`work_order_id`) WHERE status = 'confirmed' and work_order_id is null;--> statement-breakpoint
CREATE INDEX `orders_by_day` ON `orders` (`created_at`,`status`,`subtotal_cents`,`tax_cents`);--> statement-breakpoint
CREATE INDEX `products_to_reorder` ON `products` (`supplier_name`) WHERE is_active = 1 and stock_quantity <= reorder_level;--> statement-breakpoint
CREATE INDEX `products_by_category` ON `products` (lower(category));--> statement-breakpoint
CREATE INDEX `products_image` ON `products` (`image_url`) WHERE image_url is not null;--> statement-breakpoint
CREATE VIRTUAL TABLE `invoices_search` USING fts5(`invoice_number`, `customer_name`, `customer_email`, `service_type`, `service_description`, content='invoices', content_rowid='id', tokenize='trigram remove_diacritics 1');--> statement-breakpoint
CREATE TRIGGER `invoices_search_insert` AFTER INSERT ON `invoices` BEGIN INSERT INTO `invoices_search`(`rowid`, `invoice_number`, `customer_name`, `customer_email`, `service_type`, `service_description`) VALUES (NEW.`id`, NEW.`invoice_number`, NEW.`customer_name`, NEW.`customer_email`, NEW.`service_type`, NEW.`service_description`); END;--> statement-breakpoint
CREATE TRIGGER `invoices_search_delete` AFTER DELETE ON `invoices` BEGIN INSERT INTO `invoices_search`(`invoices_search`, `rowid`, `invoice_number`, `customer_name`, `customer_email`, `service_type`, `service_description`) VALUES ('delete', OLD.`id`, OLD.`invoice_number`, OLD.`customer_name`, OLD.`customer_email`, OLD.`service_type`, OLD.`service_description`); END;--> statement-breakpoint
CREATE TRIGGER `invoices_search_update` AFTER UPDATE OF `invoice_number`, `customer_name`, `customer_email`, `service_type`, `service_description` ON `invoices` BEGIN INSERT INTO `invoices_search`(`invoices_search`, `rowid`, `invoice_number`, `customer_name`, `customer_email`, `service_type`, `service_description`) VALUES ('delete', OLD.`id`, OLD.`invoice_number`, OLD.`customer_name`, OLD.`customer_email`, OLD.`service_type`, OLD.`service_description`); INSERT INTO `invoices_search`(`rowid`, `invoice_number`, `customer_name`, `customer_email`, `service_type`, `service_description`) VALUES (NEW.`id`, NEW.`invoice_number`, NEW.`customer_name`, NEW.`customer_email`, NEW.`service_type`, NEW.`service_description`); END;--> statement-breakpoint
INSERT INTO `invoices_search`(`invoices_search`) VALUES ('rebuild');--> statement-breakpoint
CREATE VIRTUAL TABLE `receipts_search` USING fts5(`receipt_number`, `customer_name`, `customer_email`, `description`, content='receipts', content_rowid='id', tokenize='trigram remove_diacritics 1');--> statement-breakpoint
CREATE TRIGGER `receipts_search_insert` AFTER INSERT ON `receipts` BEGIN INSERT INTO `receipts_search`(`rowid`, `receipt_number`, `customer_name`, `customer_email`, `description`) VALUES (NEW.`id`, NEW.`receipt_number`, NEW.`customer_name`, NEW.`customer_email`, NEW.`description`); END;--> statement-breakpoint
CREATE TRIGGER `receipts_search_delete` AFTER DELETE ON `receipts` BEGIN INSERT INTO `receipts_search`(`receipts_search`, `rowid`, `receipt_number`, `customer_name`, `customer_email`, `description`) VALUES ('delete', OLD.`id`, OLD.`receipt_number`, OLD.`customer_name`, OLD.`customer_email`, OLD.`description`); END;--> statement-breakpoint
CREATE TRIGGER `receipts_search_update` AFTER UPDATE OF `receipt_number`, `customer_name`, `customer_email`, `description` ON `receipts` BEGIN INSERT INTO `receipts_search`(`receipts_search`, `rowid`, `receipt_number`, `customer_name`, `customer_email`, `description`) VALUES ('delete', OLD.`id`, OLD.`receipt_number`, OLD.`customer_name`, OLD.`customer_email`, OLD.`description`); INSERT INTO `receipts_search`(`rowid`, `receipt_number`, `customer_name`, `customer_email`, `description`) VALUES (NEW.`id`, NEW.`receipt_number`, NEW.`customer_name`, NEW.`customer_email`, NEW.`description`); END;--> statement-breakpoint
INSERT INTO `receipts_search`(`receipts_search`) VALUES ('rebuild');--> statement-breakpoint
INSERT INTO `receipt_totals`(`id`, `receipts`, `amount_cents`, `refunds`, `refund_cents`) SELECT 1, count(*), coalesce(sum(`amount_paid_cents`), 0), coalesce(sum(`is_refund`), 0), coalesce(sum(`amount_paid_cents`) filter (where `is_refund`), 0) FROM `receipts`;--> statement-breakpoint
CREATE TRIGGER `receipt_totals_insert` AFTER INSERT ON `receipts` BEGIN UPDATE `receipt_totals` SET `receipts` = `receipts` + 1, `amount_cents` = `amount_cents` + NEW.`amount_paid_cents`, `refunds` = `refunds` + NEW.`is_refund`, `refund_cents` = `refund_cents` + NEW.`is_refund` * NEW.`amount_paid_cents`; END;--> statement-breakpoint
CREATE TRIGGER `receipt_totals_delete` AFTER DELETE ON `receipts` BEGIN UPDATE `receipt_totals` SET `receipts` = `receipts` - 1, `amount_cents` = `amount_cents` - OLD.`amount_paid_cents`, `refunds` = `refunds` - OLD.`is_refund`, `refund_cents` = `refund_cents` - OLD.`is_refund` * OLD.`amount_paid_cents`; END;--> statement-breakpoint
CREATE TRIGGER `receipt_totals_update` AFTER UPDATE OF `amount_paid_cents`, `is_refund` ON `receipts` BEGIN UPDATE `receipt_totals` SET `receipts` = `receipts` - 1, `amount_cents` = `amount_cents` - OLD.`amount_paid_cents`, `refunds` = `refunds` - OLD.`is_refund`, `refund_cents` = `refund_cents` - OLD.`is_refund` * OLD.`amount_paid_cents`; UPDATE `receipt_totals` SET `receipts` = `receipts` + 1, `amount_cents` = `amount_cents` + NEW.`amount_paid_cents`, `refunds` = `refunds` + NEW.`is_refund`, `refund_cents` = `refund_cents` + NEW.`is_refund` * NEW.`amount_paid_cents`; END;--> statement-breakpoint
INSERT INTO `settings`(`key`, `value`, `updated_at`) SELECT 'taxProfile', '"bc-current"', `updated_at` FROM `settings` WHERE `key` = 'taxRule' AND `value` = '"bc-current"';--> statement-breakpoint
UPDATE `settings` SET `value` = '"documented"' WHERE `key` = 'taxRule' AND `value` = '"bc-current"';
