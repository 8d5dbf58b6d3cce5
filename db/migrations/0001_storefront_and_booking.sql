CREATE TABLE `closed_days` (
	`date` text PRIMARY KEY NOT NULL,
	`reason` text,
	`created_at` text NOT NULL,
	CONSTRAINT "closed_days_date" CHECK("closed_days"."date" is date("closed_days"."date"))
);
--> statement-breakpoint
CREATE TABLE `settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`updated_at` text NOT NULL,
	CONSTRAINT "settings_value" CHECK(json_valid("settings"."value"))
);
--> statement-breakpoint
CREATE TABLE `stock_movements` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`product_id` integer NOT NULL,
	`kind` text NOT NULL,
	`quantity` integer NOT NULL,
	`stock_after` integer NOT NULL,
	`order_number` integer,
	`note` text,
	`actor_kind` text NOT NULL,
	`actor_id` integer,
	`at` text NOT NULL,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`order_number`) REFERENCES `orders`(`order_number`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "stock_movements_kind" CHECK("stock_movements"."kind" in ('sale', 'cancel', 'receive', 'adjust', 'initial')),
	CONSTRAINT "stock_movements_quantity" CHECK(typeof("stock_movements"."quantity") = 'integer' and "stock_movements"."quantity" <> 0),
	CONSTRAINT "stock_movements_stock_after" CHECK("stock_movements"."stock_after" is null or (typeof("stock_movements"."stock_after") = 'integer' and "stock_movements"."stock_after" >= 0)),
	CONSTRAINT "stock_movements_actor_kind" CHECK("stock_movements"."actor_kind" in ('visitor', 'system', 'admin', 'member'))
);
--> statement-breakpoint
CREATE INDEX `stock_movements_product` ON `stock_movements` (`product_id`,`id`);--> statement-breakpoint
CREATE INDEX `stock_movements_order` ON `stock_movements` (`order_number`);--> statement-breakpoint
INSERT INTO `stock_movements` (`product_id`, `kind`, `quantity`, `stock_after`, `actor_kind`, `at`)
	SELECT `id`, 'initial', `stock_quantity`, `stock_quantity`, 'system', `created_at` FROM `products` WHERE `stock_quantity` > 0 ORDER BY `id`;--> statement-breakpoint
CREATE TRIGGER `stock_movements_are_not_changed` BEFORE UPDATE ON `stock_movements` BEGIN SELECT RAISE(ABORT, 'the stock ledger is append-only'); END;--> statement-breakpoint
CREATE TRIGGER `stock_movements_are_not_deleted` BEFORE DELETE ON `stock_movements` WHEN EXISTS (SELECT 1 FROM `products` WHERE `id` = OLD.`product_id`) BEGIN SELECT RAISE(ABORT, 'the stock ledger is append-only'); END;--> statement-breakpoint
CREATE TRIGGER `stock_movements_are_not_replaced` BEFORE INSERT ON `stock_movements` WHEN EXISTS (SELECT 1 FROM `stock_movements` WHERE `id` = NEW.`id`) BEGIN SELECT RAISE(ABORT, 'the stock ledger is append-only'); END;--> statement-breakpoint
ALTER TABLE `appointment_bookings` ADD `request_hash` text;--> statement-breakpoint
ALTER TABLE `appointment_bookings` ADD `manage_token` text;--> statement-breakpoint
ALTER TABLE `appointment_bookings` ADD `calendar_sequence` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `appointment_bookings` ADD `cancel_reason` text;--> statement-breakpoint
ALTER TABLE `appointment_bookings` ADD `cancelled_by` text CONSTRAINT "appointment_bookings_cancelled_by" CHECK("cancelled_by" is null or "cancelled_by" in ('client', 'office'));--> statement-breakpoint
ALTER TABLE `appointment_bookings` ADD `ref` text;--> statement-breakpoint
ALTER TABLE `appointment_bookings` ADD `is_first_booking` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `appointment_bookings` ADD `client_id` integer REFERENCES `clients`(`id`) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `appointment_bookings` ADD `work_order_id` integer REFERENCES `work_orders`(`id`) ON DELETE set null;--> statement-breakpoint
CREATE UNIQUE INDEX `appointment_bookings_manageToken_unique` ON `appointment_bookings` (`manage_token`);--> statement-breakpoint
CREATE INDEX `appointment_bookings_phone` ON `appointment_bookings` ((substr(replace(replace(replace(replace(replace(`client_phone`, ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), -10)));--> statement-breakpoint
DROP INDEX `clients_phone`;--> statement-breakpoint
CREATE INDEX `clients_phone` ON `clients` ((substr(replace(replace(replace(replace(replace(`phone`, ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), -10)));--> statement-breakpoint
CREATE INDEX `appointment_bookings_status` ON `appointment_bookings` (`status`);--> statement-breakpoint
CREATE INDEX `appointment_bookings_client` ON `appointment_bookings` (`client_id`);--> statement-breakpoint
CREATE INDEX `appointment_bookings_work_order` ON `appointment_bookings` (`work_order_id`);--> statement-breakpoint
ALTER TABLE `work_orders` ADD `booking_id` integer REFERENCES `appointment_bookings`(`id`) ON DELETE set null;--> statement-breakpoint
CREATE UNIQUE INDEX `work_orders_bookingId_unique` ON `work_orders` (`booking_id`);--> statement-breakpoint
ALTER TABLE `outbox` ADD `attachments` text CONSTRAINT "outbox_attachments" CHECK("attachments" is null or json_valid("attachments"));--> statement-breakpoint
ALTER TABLE `order_items` ADD `cost_cents` integer CONSTRAINT "order_items_cost" CHECK("cost_cents" is null or (typeof("cost_cents") = 'integer' and "cost_cents" between 0 and 9999999999));--> statement-breakpoint
ALTER TABLE `orders` ADD `tax_profile` text DEFAULT 'documented' NOT NULL CONSTRAINT "orders_tax_profile" CHECK("tax_profile" in ('documented', 'bc-current'));--> statement-breakpoint
ALTER TABLE `orders` ADD `idempotency_key` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `request_hash` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `paid_date` text CONSTRAINT "orders_paid_date" CHECK("paid_date" is date("paid_date"));--> statement-breakpoint
ALTER TABLE `orders` ADD `paid_method` text CONSTRAINT "orders_paid_method" CHECK("paid_method" is null or "paid_method" in ('interac', 'e-transfer', 'direct-deposit', 'cash', 'cheque', 'card')) CONSTRAINT "orders_paid" CHECK(("paid_date" is null) = ("paid_method" is null));--> statement-breakpoint
ALTER TABLE `orders` ADD `shipped_at` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `delivered_at` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `cancelled_at` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `cancel_reason` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `updated_at` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE `orders` SET `updated_at` = `created_at`;--> statement-breakpoint
CREATE UNIQUE INDEX `orders_idempotencyKey_unique` ON `orders` (`idempotency_key`);--> statement-breakpoint
CREATE INDEX `orders_by_status_and_payment` ON `orders` (`status`,(`paid_date` is null),`order_number`);--> statement-breakpoint
CREATE INDEX `orders_unpaid` ON `orders` (`order_number`,`status`,`paid_date`) WHERE paid_date is null and status <> 'cancelled';--> statement-breakpoint
CREATE INDEX `orders_paid` ON `orders` (`order_number`) WHERE paid_date is not null;--> statement-breakpoint
CREATE INDEX `products_active_by_price` ON `products` (`is_active`,`price_cents`);--> statement-breakpoint
CREATE INDEX `products_active_by_rating` ON `products` (`is_active`,printf('%.2f ', 5 - coalesce(`rating`, 4.5)) || lower(`name`));--> statement-breakpoint
CREATE VIRTUAL TABLE `products_search` USING fts5(`name`, `description`, content='products', content_rowid='id', tokenize='trigram remove_diacritics 1');--> statement-breakpoint
CREATE TRIGGER `products_search_insert` AFTER INSERT ON `products` BEGIN INSERT INTO `products_search`(`rowid`, `name`, `description`) VALUES (NEW.`id`, NEW.`name`, NEW.`description`); END;--> statement-breakpoint
CREATE TRIGGER `products_search_delete` AFTER DELETE ON `products` BEGIN INSERT INTO `products_search`(`products_search`, `rowid`, `name`, `description`) VALUES ('delete', OLD.`id`, OLD.`name`, OLD.`description`); END;--> statement-breakpoint
CREATE TRIGGER `products_search_update` AFTER UPDATE OF `name`, `description` ON `products` BEGIN INSERT INTO `products_search`(`products_search`, `rowid`, `name`, `description`) VALUES ('delete', OLD.`id`, OLD.`name`, OLD.`description`); INSERT INTO `products_search`(`rowid`, `name`, `description`) VALUES (NEW.`id`, NEW.`name`, NEW.`description`); END;--> statement-breakpoint
INSERT INTO `products_search`(`products_search`) VALUES ('rebuild');--> statement-breakpoint
CREATE VIRTUAL TABLE `orders_search` USING fts5(`customer_name`, `customer_email`, `customer_phone`, `order_number`, content='orders', content_rowid='order_number', tokenize='trigram remove_diacritics 1');--> statement-breakpoint
CREATE TRIGGER `orders_search_insert` AFTER INSERT ON `orders` BEGIN INSERT INTO `orders_search`(`rowid`, `customer_name`, `customer_email`, `customer_phone`, `order_number`) VALUES (NEW.`order_number`, NEW.`customer_name`, NEW.`customer_email`, NEW.`customer_phone`, NEW.`order_number`); END;--> statement-breakpoint
CREATE TRIGGER `orders_search_delete` AFTER DELETE ON `orders` BEGIN INSERT INTO `orders_search`(`orders_search`, `rowid`, `customer_name`, `customer_email`, `customer_phone`, `order_number`) VALUES ('delete', OLD.`order_number`, OLD.`customer_name`, OLD.`customer_email`, OLD.`customer_phone`, OLD.`order_number`); END;--> statement-breakpoint
CREATE TRIGGER `orders_search_update` AFTER UPDATE OF `customer_name`, `customer_email`, `customer_phone` ON `orders` BEGIN INSERT INTO `orders_search`(`orders_search`, `rowid`, `customer_name`, `customer_email`, `customer_phone`, `order_number`) VALUES ('delete', OLD.`order_number`, OLD.`customer_name`, OLD.`customer_email`, OLD.`customer_phone`, OLD.`order_number`); INSERT INTO `orders_search`(`rowid`, `customer_name`, `customer_email`, `customer_phone`, `order_number`) VALUES (NEW.`order_number`, NEW.`customer_name`, NEW.`customer_email`, NEW.`customer_phone`, NEW.`order_number`); END;--> statement-breakpoint
INSERT INTO `orders_search`(`orders_search`) VALUES ('rebuild');--> statement-breakpoint
CREATE VIRTUAL TABLE `bookings_search` USING fts5(`client_name`, `client_email`, `client_phone`, `booking_reference`, content='appointment_bookings', content_rowid='id', tokenize='trigram remove_diacritics 1');--> statement-breakpoint
CREATE TRIGGER `bookings_search_insert` AFTER INSERT ON `appointment_bookings` BEGIN INSERT INTO `bookings_search`(`rowid`, `client_name`, `client_email`, `client_phone`, `booking_reference`) VALUES (NEW.`id`, NEW.`client_name`, NEW.`client_email`, NEW.`client_phone`, NEW.`booking_reference`); END;--> statement-breakpoint
CREATE TRIGGER `bookings_search_delete` AFTER DELETE ON `appointment_bookings` BEGIN INSERT INTO `bookings_search`(`bookings_search`, `rowid`, `client_name`, `client_email`, `client_phone`, `booking_reference`) VALUES ('delete', OLD.`id`, OLD.`client_name`, OLD.`client_email`, OLD.`client_phone`, OLD.`booking_reference`); END;--> statement-breakpoint
CREATE TRIGGER `bookings_search_update` AFTER UPDATE OF `client_name`, `client_email`, `client_phone`, `booking_reference` ON `appointment_bookings` BEGIN INSERT INTO `bookings_search`(`bookings_search`, `rowid`, `client_name`, `client_email`, `client_phone`, `booking_reference`) VALUES ('delete', OLD.`id`, OLD.`client_name`, OLD.`client_email`, OLD.`client_phone`, OLD.`booking_reference`); INSERT INTO `bookings_search`(`rowid`, `client_name`, `client_email`, `client_phone`, `booking_reference`) VALUES (NEW.`id`, NEW.`client_name`, NEW.`client_email`, NEW.`client_phone`, NEW.`booking_reference`); END;--> statement-breakpoint
INSERT INTO `bookings_search`(`bookings_search`) VALUES ('rebuild');
