-- A booking names its job and a job its quote request; the other sides of both links go. What only those knew is kept.
UPDATE `appointment_bookings` SET `work_order_id` = (SELECT w.`id` FROM `work_orders` w WHERE w.`booking_id` = `appointment_bookings`.`id`)
  WHERE `work_order_id` IS NULL AND `id` IN (SELECT `booking_id` FROM `work_orders`);--> statement-breakpoint
UPDATE `appointment_bookings` SET `work_order_id` = NULL
  WHERE `work_order_id` IS NOT NULL AND `id` NOT IN (SELECT min(`id`) FROM `appointment_bookings` WHERE `work_order_id` IS NOT NULL GROUP BY `work_order_id`);--> statement-breakpoint
UPDATE `work_orders` SET `inquiry_id` = (SELECT q.`id` FROM `contact_inquiries` q WHERE q.`work_order_id` = `work_orders`.`id`)
  WHERE `inquiry_id` IS NULL AND `id` IN (SELECT `work_order_id` FROM `contact_inquiries`);--> statement-breakpoint
-- An open booking has a live job or none, and the booking of a job that is done took place.
UPDATE `appointment_bookings` SET `work_order_id` = NULL
  WHERE `status` = 'confirmed' AND `work_order_id` IN (SELECT `id` FROM `work_orders` WHERE `status` = 'cancelled');--> statement-breakpoint
UPDATE `appointment_bookings` SET `status` = 'completed'
  WHERE `status` = 'confirmed' AND `work_order_id` IN (SELECT `id` FROM `work_orders` WHERE `status` IN ('completed', 'complete'));--> statement-breakpoint
CREATE TABLE `__new_work_orders` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`work_order_id` text NOT NULL,
	`client_id` integer NOT NULL,
	`service_type` text NOT NULL,
	`description` text,
	`scheduled_date` text NOT NULL,
	`processed_date` text,
	`is_start_known` integer DEFAULT true NOT NULL,
	`completed_date` text,
	`finalized_date` text,
	`assigned_team_member_id` integer,
	`status` text DEFAULT 'scheduled' NOT NULL,
	`priority` text DEFAULT 'medium' NOT NULL,
	`estimated_duration` integer,
	`actual_duration` integer,
	`total_amount_cents` integer,
	`notes` text,
	`cancel_reason` text,
	`inquiry_id` integer,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`address_id` integer,
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`assigned_team_member_id`) REFERENCES `team_members`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`inquiry_id`) REFERENCES `contact_inquiries`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`address_id`) REFERENCES `client_addresses`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "work_orders_status" CHECK("__new_work_orders"."status" in ('scheduled', 'assigned', 'enroute', 'onsite', 'in-progress', 'completed', 'complete', 'incomplete', 'cancelled')),
	CONSTRAINT "work_orders_priority" CHECK("__new_work_orders"."priority" in ('urgent', 'high', 'medium', 'low')),
	CONSTRAINT "work_orders_estimated_duration" CHECK("__new_work_orders"."estimated_duration" is null or (typeof("__new_work_orders"."estimated_duration") = 'integer' and "__new_work_orders"."estimated_duration" >= 0)),
	CONSTRAINT "work_orders_actual_duration" CHECK("__new_work_orders"."actual_duration" is null or (typeof("__new_work_orders"."actual_duration") = 'integer' and "__new_work_orders"."actual_duration" >= 0)),
	CONSTRAINT "work_orders_total_amount" CHECK("__new_work_orders"."total_amount_cents" is null or (typeof("__new_work_orders"."total_amount_cents") = 'integer' and "__new_work_orders"."total_amount_cents" between 0 and 9999999999)),
	CONSTRAINT "work_orders_work_order_id" CHECK("__new_work_orders"."work_order_id" glob 'WO-*')
);
--> statement-breakpoint
INSERT INTO `__new_work_orders`("id", "work_order_id", "client_id", "service_type", "description", "scheduled_date", "processed_date", "completed_date", "finalized_date", "assigned_team_member_id", "status", "priority", "estimated_duration", "actual_duration", "total_amount_cents", "notes", "cancel_reason", "inquiry_id", "created_at", "updated_at", "address_id") SELECT "id", "work_order_id", "client_id", "service_type", "description", "scheduled_date", "processed_date", "completed_date", "finalized_date", "assigned_team_member_id", "status", "priority", "estimated_duration", "actual_duration", "total_amount_cents", "notes", "cancel_reason", "inquiry_id", "created_at", "updated_at", "address_id" FROM `work_orders`;--> statement-breakpoint
DELETE FROM `sqlite_sequence` WHERE `name` = '__new_work_orders';--> statement-breakpoint
INSERT INTO `sqlite_sequence` (`name`, `seq`) SELECT '__new_work_orders', `seq` FROM `sqlite_sequence` WHERE `name` = 'work_orders';--> statement-breakpoint
DROP TABLE `work_orders`;--> statement-breakpoint
ALTER TABLE `__new_work_orders` RENAME TO `work_orders`;--> statement-breakpoint
CREATE UNIQUE INDEX `work_orders_workOrderId_unique` ON `work_orders` (`work_order_id`);--> statement-breakpoint
CREATE INDEX `work_orders_inquiry` ON `work_orders` (`inquiry_id`);--> statement-breakpoint
CREATE INDEX `work_orders_client` ON `work_orders` (`client_id`,`status`,`scheduled_date`,`completed_date`);--> statement-breakpoint
CREATE INDEX `work_orders_status` ON `work_orders` (`status`,`scheduled_date`);--> statement-breakpoint
CREATE INDEX `work_orders_scheduled` ON `work_orders` (`scheduled_date`,`status`);--> statement-breakpoint
CREATE INDEX `work_orders_member` ON `work_orders` (`assigned_team_member_id`,`status`,`scheduled_date`);--> statement-breakpoint
CREATE INDEX `work_orders_member_newest` ON `work_orders` (`assigned_team_member_id`);--> statement-breakpoint
CREATE INDEX `work_orders_address` ON `work_orders` (`address_id`);--> statement-breakpoint
CREATE INDEX `work_orders_completed` ON `work_orders` (`completed_date`,`status`,`service_type`) WHERE completed_date is not null;--> statement-breakpoint
CREATE INDEX `work_orders_open` ON `work_orders` (case priority when 'urgent' then 0 when 'high' then 1 when 'medium' then 2 else 3 end,`scheduled_date`) WHERE status in ('scheduled', 'assigned', 'enroute', 'onsite', 'in-progress', 'incomplete');--> statement-breakpoint
CREATE TABLE `__new_contact_inquiries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text,
	`address` text,
	`service_type` text NOT NULL,
	`message` text,
	`status` text DEFAULT 'pending' NOT NULL,
	`confirmed_at` text,
	`created_at` text NOT NULL,
	`client_id` integer,
	`deleted_at` text,
	`deletion_batch` text,
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "contact_inquiries_service_type" CHECK("__new_contact_inquiries"."service_type" in ('residential', 'commercial', 'specialty', 'emergency')),
	CONSTRAINT "contact_inquiries_status" CHECK("__new_contact_inquiries"."status" in ('pending', 'confirmed', 'completed')),
	CONSTRAINT "contact_inquiries_deletion_batch" CHECK("__new_contact_inquiries"."deletion_batch" is null or "__new_contact_inquiries"."deleted_at" is not null)
);
--> statement-breakpoint
INSERT INTO `__new_contact_inquiries`("id", "name", "email", "phone", "address", "service_type", "message", "status", "confirmed_at", "created_at", "client_id", "deleted_at", "deletion_batch") SELECT "id", "name", "email", "phone", "address", "service_type", "message", "status", "confirmed_at", "created_at", "client_id", "deleted_at", "deletion_batch" FROM `contact_inquiries`;--> statement-breakpoint
DELETE FROM `sqlite_sequence` WHERE `name` = '__new_contact_inquiries';--> statement-breakpoint
INSERT INTO `sqlite_sequence` (`name`, `seq`) SELECT '__new_contact_inquiries', `seq` FROM `sqlite_sequence` WHERE `name` = 'contact_inquiries';--> statement-breakpoint
DROP TABLE `contact_inquiries`;--> statement-breakpoint
ALTER TABLE `__new_contact_inquiries` RENAME TO `contact_inquiries`;--> statement-breakpoint
CREATE INDEX `contact_inquiries_by_status` ON `contact_inquiries` (`deleted_at`,`status`);--> statement-breakpoint
CREATE INDEX `contact_inquiries_waiting` ON `contact_inquiries` (`created_at`,`status`,`deleted_at`) WHERE status = 'pending' and deleted_at is null;--> statement-breakpoint
CREATE INDEX `contact_inquiries_deleted` ON `contact_inquiries` (`deleted_at`);--> statement-breakpoint
CREATE INDEX `contact_inquiries_client` ON `contact_inquiries` (`client_id`);--> statement-breakpoint
CREATE INDEX `contact_inquiries_email` ON `contact_inquiries` (lower(email));--> statement-breakpoint
CREATE INDEX `contact_inquiries_phone` ON `contact_inquiries` (substr(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(substr(replace(replace(replace(lower(phone), 'e', 'x'), 'p', 'x'), '#', 'x'), 1, instr(replace(replace(replace(lower(phone), 'e', 'x'), 'p', 'x'), '#', 'x') || 'x', 'x') - 1), ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), '/', ''), '+', ''), char(8208), ''), char(8209), ''), char(8211), ''), char(160), ''), -10)) WHERE phone is not null;--> statement-breakpoint
CREATE INDEX `contact_inquiries_created` ON `contact_inquiries` (`created_at`,`status`);--> statement-breakpoint
CREATE INDEX `contact_inquiries_confirmed` ON `contact_inquiries` (`confirmed_at`) WHERE confirmed_at is not null;--> statement-breakpoint
DROP INDEX `appointment_bookings_work_order`;--> statement-breakpoint
CREATE UNIQUE INDEX `appointment_bookings_work_order` ON `appointment_bookings` (`work_order_id`);--> statement-breakpoint
ALTER TABLE `job_components` ADD `changed_at` text;