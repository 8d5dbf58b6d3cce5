CREATE TABLE `client_addresses` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`client_id` integer NOT NULL,
	`label` text NOT NULL,
	`address` text NOT NULL,
	`latitude` real,
	`longitude` real,
	`access_gate` text,
	`access_alarm` text,
	`access_pets` text,
	`access_key` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "client_addresses_latitude" CHECK("client_addresses"."latitude" is null or "client_addresses"."latitude" between -90 and 90),
	CONSTRAINT "client_addresses_longitude" CHECK("client_addresses"."longitude" is null or "client_addresses"."longitude" between -180 and 180)
);
--> statement-breakpoint
CREATE INDEX `client_addresses_client` ON `client_addresses` (`client_id`);--> statement-breakpoint
CREATE TABLE `work_order_photos` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`work_order_id` integer NOT NULL,
	`team_member_id` integer,
	`kind` text NOT NULL,
	`file_name` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`taken_at` text NOT NULL,
	`action_id` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`work_order_id`) REFERENCES `work_orders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`team_member_id`) REFERENCES `team_members`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "work_order_photos_kind" CHECK("work_order_photos"."kind" in ('before', 'after')),
	CONSTRAINT "work_order_photos_width" CHECK("work_order_photos"."width" is null or (typeof("work_order_photos"."width") = 'integer' and "work_order_photos"."width" >= 0)),
	CONSTRAINT "work_order_photos_height" CHECK("work_order_photos"."height" is null or (typeof("work_order_photos"."height") = 'integer' and "work_order_photos"."height" >= 0))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `work_order_photos_fileName_unique` ON `work_order_photos` (`file_name`);--> statement-breakpoint
CREATE UNIQUE INDEX `work_order_photos_actionId_unique` ON `work_order_photos` (`action_id`);--> statement-breakpoint
CREATE INDEX `work_order_photos_work_order` ON `work_order_photos` (`work_order_id`);--> statement-breakpoint
CREATE INDEX `work_order_photos_member` ON `work_order_photos` (`team_member_id`);--> statement-breakpoint
CREATE TABLE `time_off` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`team_member_id` integer NOT NULL,
	`start_date` text NOT NULL,
	`end_date` text NOT NULL,
	`reason` text,
	`status` text DEFAULT 'requested' NOT NULL,
	`created_at` text NOT NULL,
	`decided_at` text,
	FOREIGN KEY (`team_member_id`) REFERENCES `team_members`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "time_off_status" CHECK("time_off"."status" in ('requested', 'approved', 'declined')),
	CONSTRAINT "time_off_start" CHECK("time_off"."start_date" is date("time_off"."start_date")),
	CONSTRAINT "time_off_end" CHECK("time_off"."end_date" is date("time_off"."end_date")),
	CONSTRAINT "time_off_order" CHECK("time_off"."start_date" <= "time_off"."end_date")
);
--> statement-breakpoint
CREATE INDEX `time_off_member` ON `time_off` (`team_member_id`,`end_date`);--> statement-breakpoint
CREATE INDEX `time_off_status` ON `time_off` (`status`,`end_date`);--> statement-breakpoint
CREATE UNIQUE INDEX `team_members_employee_id` ON `team_members` (lower(employee_id));--> statement-breakpoint
CREATE INDEX `orders_email` ON `orders` (lower(`customer_email`));--> statement-breakpoint
CREATE INDEX `orders_phone` ON `orders` (substr(replace(replace(replace(replace(replace(`customer_phone`, ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), -10));--> statement-breakpoint
ALTER TABLE `clients` ADD `access_gate` text;--> statement-breakpoint
ALTER TABLE `clients` ADD `access_alarm` text;--> statement-breakpoint
ALTER TABLE `clients` ADD `access_pets` text;--> statement-breakpoint
ALTER TABLE `clients` ADD `access_key` text;--> statement-breakpoint
ALTER TABLE `clients` ADD `do_not_service` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `clients` ADD `do_not_service_reason` text;--> statement-breakpoint
ALTER TABLE `clients` ADD `merged_into_id` integer REFERENCES `clients`(`id`) ON DELETE restrict;--> statement-breakpoint
CREATE INDEX `clients_merged_into` ON `clients` (`merged_into_id`);--> statement-breakpoint
DROP INDEX `work_orders_member`;--> statement-breakpoint
ALTER TABLE `work_orders` ADD `address_id` integer REFERENCES `client_addresses`(`id`) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `work_orders_address` ON `work_orders` (`address_id`);--> statement-breakpoint
CREATE INDEX `work_orders_open` ON `work_orders` (case priority when 'urgent' then 0 when 'high' then 1 when 'medium' then 2 else 3 end,`scheduled_date`) WHERE status in ('scheduled', 'assigned', 'enroute', 'onsite', 'in-progress', 'incomplete');--> statement-breakpoint
CREATE INDEX `work_order_assignments_open` ON `work_order_assignments` (`id`) WHERE status in ('assigned', 'accepted', 'dispatched', 'arrived');--> statement-breakpoint
CREATE INDEX `work_orders_member_newest` ON `work_orders` (`assigned_team_member_id`);--> statement-breakpoint
CREATE INDEX `work_orders_member` ON `work_orders` (`assigned_team_member_id`,`status`,`scheduled_date`);--> statement-breakpoint
ALTER TABLE `team_member_logs` ADD `action_id` text;--> statement-breakpoint
CREATE UNIQUE INDEX `team_member_logs_action` ON `team_member_logs` (`action_id`) WHERE action_id is not null;--> statement-breakpoint
CREATE INDEX `invoices_email` ON `invoices` (lower(customer_email));--> statement-breakpoint
CREATE INDEX `receipts_email` ON `receipts` (lower(customer_email));--> statement-breakpoint
CREATE INDEX `outbox_to` ON `outbox` (lower("to"));--> statement-breakpoint
CREATE INDEX `contact_inquiries_email` ON `contact_inquiries` (lower(email));--> statement-breakpoint
CREATE INDEX `clients_name` ON `clients` (lower(name));--> statement-breakpoint
DROP INDEX `work_orders_client`;--> statement-breakpoint
CREATE INDEX `work_orders_client` ON `work_orders` (`client_id`,`status`,`scheduled_date`,`completed_date`);--> statement-breakpoint
CREATE VIRTUAL TABLE `clients_search` USING fts5(`name`, `email`, `phone`, `address`, content='clients', content_rowid='id', tokenize='trigram remove_diacritics 1');--> statement-breakpoint
CREATE TRIGGER `clients_search_insert` AFTER INSERT ON `clients` BEGIN INSERT INTO `clients_search`(`rowid`, `name`, `email`, `phone`, `address`) VALUES (NEW.`id`, NEW.`name`, NEW.`email`, NEW.`phone`, NEW.`address`); END;--> statement-breakpoint
CREATE TRIGGER `clients_search_delete` AFTER DELETE ON `clients` BEGIN INSERT INTO `clients_search`(`clients_search`, `rowid`, `name`, `email`, `phone`, `address`) VALUES ('delete', OLD.`id`, OLD.`name`, OLD.`email`, OLD.`phone`, OLD.`address`); END;--> statement-breakpoint
CREATE TRIGGER `clients_search_update` AFTER UPDATE OF `name`, `email`, `phone`, `address` ON `clients` BEGIN INSERT INTO `clients_search`(`clients_search`, `rowid`, `name`, `email`, `phone`, `address`) VALUES ('delete', OLD.`id`, OLD.`name`, OLD.`email`, OLD.`phone`, OLD.`address`); INSERT INTO `clients_search`(`rowid`, `name`, `email`, `phone`, `address`) VALUES (NEW.`id`, NEW.`name`, NEW.`email`, NEW.`phone`, NEW.`address`); END;--> statement-breakpoint
INSERT INTO `clients_search`(`clients_search`) VALUES ('rebuild');
