CREATE TABLE `activity` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` text NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` integer,
	`verb` text NOT NULL,
	`entity_type` text NOT NULL,
	`entity_id` text NOT NULL,
	`data` text NOT NULL,
	CONSTRAINT "activity_actor_kind" CHECK("activity"."actor_kind" in ('visitor', 'system', 'admin', 'member')),
	CONSTRAINT "activity_data" CHECK(json_valid("activity"."data"))
);
--> statement-breakpoint
CREATE INDEX `activity_entity` ON `activity` (`entity_type`,`entity_id`);--> statement-breakpoint
CREATE INDEX `activity_verb` ON `activity` (`verb`,`at`);--> statement-breakpoint
CREATE TABLE `appointment_bookings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`slot_id` integer NOT NULL,
	`client_name` text NOT NULL,
	`client_email` text NOT NULL,
	`client_phone` text NOT NULL,
	`client_address` text NOT NULL,
	`service_type` text NOT NULL,
	`special_requests` text,
	`status` text DEFAULT 'confirmed' NOT NULL,
	`booking_reference` text NOT NULL,
	`estimated_duration` integer DEFAULT 120 NOT NULL,
	`total_amount_cents` integer DEFAULT 0 NOT NULL,
	`payment_status` text DEFAULT 'pending' NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`slot_id`) REFERENCES `appointment_slots`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "appointment_bookings_service_type" CHECK("appointment_bookings"."service_type" in ('residential', 'commercial', 'deep-cleaning', 'carpet-cleaning', 'window-cleaning')),
	CONSTRAINT "appointment_bookings_status" CHECK("appointment_bookings"."status" in ('confirmed', 'cancelled', 'no-show', 'completed')),
	CONSTRAINT "appointment_bookings_payment_status" CHECK("appointment_bookings"."payment_status" in ('pending', 'paid', 'refunded')),
	CONSTRAINT "appointment_bookings_duration" CHECK("appointment_bookings"."estimated_duration" between 0 and 1440),
	CONSTRAINT "appointment_bookings_amount" CHECK("appointment_bookings"."total_amount_cents" is null or (typeof("appointment_bookings"."total_amount_cents") = 'integer' and "appointment_bookings"."total_amount_cents" between 0 and 9999999999))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `appointment_bookings_bookingReference_unique` ON `appointment_bookings` (`booking_reference`);--> statement-breakpoint
CREATE INDEX `appointment_bookings_slot` ON `appointment_bookings` (`slot_id`);--> statement-breakpoint
CREATE INDEX `appointment_bookings_email` ON `appointment_bookings` (lower(client_email));--> statement-breakpoint
CREATE TABLE `appointment_slots` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`date` text NOT NULL,
	`time_slot` text NOT NULL,
	`service_type` text NOT NULL,
	`is_available` integer DEFAULT true NOT NULL,
	`max_bookings` integer DEFAULT 2 NOT NULL,
	`current_bookings` integer DEFAULT 0 NOT NULL,
	`team_member_id` integer,
	`notes` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`team_member_id`) REFERENCES `team_members`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "appointment_slots_date" CHECK("appointment_slots"."date" is date("appointment_slots"."date")),
	CONSTRAINT "appointment_slots_time_slot" CHECK("appointment_slots"."time_slot" in ('08:00-10:00', '10:00-12:00', '12:00-14:00', '14:00-16:00', '16:00-18:00', '18:00-20:00')),
	CONSTRAINT "appointment_slots_service_type" CHECK("appointment_slots"."service_type" in ('residential', 'commercial', 'deep-cleaning', 'carpet-cleaning', 'window-cleaning')),
	CONSTRAINT "appointment_slots_max_bookings" CHECK("appointment_slots"."max_bookings" is null or (typeof("appointment_slots"."max_bookings") = 'integer' and "appointment_slots"."max_bookings" >= 0)),
	CONSTRAINT "appointment_slots_seats" CHECK("appointment_slots"."current_bookings" between 0 and "appointment_slots"."max_bookings")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `appointment_slots_window` ON `appointment_slots` (`date`,`time_slot`,`service_type`);--> statement-breakpoint
CREATE TABLE `clients` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text NOT NULL,
	`address` text NOT NULL,
	`latitude` real,
	`longitude` real,
	`notes` text,
	`is_active` integer DEFAULT true NOT NULL,
	`created_at` text NOT NULL,
	CONSTRAINT "clients_latitude" CHECK("clients"."latitude" is null or "clients"."latitude" between -90 and 90),
	CONSTRAINT "clients_longitude" CHECK("clients"."longitude" is null or "clients"."longitude" between -180 and 180)
);
--> statement-breakpoint
CREATE INDEX `clients_email` ON `clients` (lower(email));--> statement-breakpoint
CREATE INDEX `clients_phone` ON `clients` (`phone`);--> statement-breakpoint
CREATE TABLE `job_components` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`work_order_id` integer NOT NULL,
	`component` text NOT NULL,
	`description` text,
	`estimated_time` integer,
	`actual_time` integer,
	`is_completed` integer DEFAULT false NOT NULL,
	`completed_at` text,
	`notes` text,
	FOREIGN KEY (`work_order_id`) REFERENCES `work_orders`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "job_components_estimated_time" CHECK("job_components"."estimated_time" is null or (typeof("job_components"."estimated_time") = 'integer' and "job_components"."estimated_time" >= 0)),
	CONSTRAINT "job_components_actual_time" CHECK("job_components"."actual_time" is null or (typeof("job_components"."actual_time") = 'integer' and "job_components"."actual_time" >= 0)),
	CONSTRAINT "job_components_completed_at" CHECK("job_components"."is_completed" = ("job_components"."completed_at" is not null))
);
--> statement-breakpoint
CREATE INDEX `job_components_work_order` ON `job_components` (`work_order_id`);--> statement-breakpoint
CREATE TABLE `work_order_assignments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`work_order_id` integer NOT NULL,
	`team_member_id` integer NOT NULL,
	`assigned_at` text NOT NULL,
	`accepted_at` text,
	`dispatched_at` text,
	`arrived_at` text,
	`status` text DEFAULT 'assigned' NOT NULL,
	`estimated_arrival` text,
	`actual_arrival` text,
	`notes` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`work_order_id`) REFERENCES `work_orders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`team_member_id`) REFERENCES `team_members`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "work_order_assignments_status" CHECK("work_order_assignments"."status" in ('assigned', 'accepted', 'dispatched', 'arrived', 'completed', 'declined', 'released'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `work_order_assignments_live` ON `work_order_assignments` (`work_order_id`) WHERE status in ('assigned', 'accepted', 'dispatched', 'arrived');--> statement-breakpoint
CREATE INDEX `work_order_assignments_member` ON `work_order_assignments` (`team_member_id`,`status`);--> statement-breakpoint
CREATE INDEX `work_order_assignments_work_order` ON `work_order_assignments` (`work_order_id`);--> statement-breakpoint
CREATE TABLE `work_orders` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`work_order_id` text NOT NULL,
	`client_id` integer NOT NULL,
	`service_type` text NOT NULL,
	`description` text,
	`scheduled_date` text NOT NULL,
	`processed_date` text,
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
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`assigned_team_member_id`) REFERENCES `team_members`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`inquiry_id`) REFERENCES `contact_inquiries`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "work_orders_status" CHECK("work_orders"."status" in ('scheduled', 'assigned', 'enroute', 'onsite', 'in-progress', 'completed', 'complete', 'incomplete', 'cancelled')),
	CONSTRAINT "work_orders_priority" CHECK("work_orders"."priority" in ('urgent', 'high', 'medium', 'low')),
	CONSTRAINT "work_orders_estimated_duration" CHECK("work_orders"."estimated_duration" is null or (typeof("work_orders"."estimated_duration") = 'integer' and "work_orders"."estimated_duration" >= 0)),
	CONSTRAINT "work_orders_actual_duration" CHECK("work_orders"."actual_duration" is null or (typeof("work_orders"."actual_duration") = 'integer' and "work_orders"."actual_duration" >= 0)),
	CONSTRAINT "work_orders_total_amount" CHECK("work_orders"."total_amount_cents" is null or (typeof("work_orders"."total_amount_cents") = 'integer' and "work_orders"."total_amount_cents" between 0 and 9999999999)),
	CONSTRAINT "work_orders_work_order_id" CHECK("work_orders"."work_order_id" glob 'WO-*')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `work_orders_workOrderId_unique` ON `work_orders` (`work_order_id`);--> statement-breakpoint
CREATE INDEX `work_orders_inquiry` ON `work_orders` (`inquiry_id`);--> statement-breakpoint
CREATE INDEX `work_orders_client` ON `work_orders` (`client_id`);--> statement-breakpoint
CREATE INDEX `work_orders_status` ON `work_orders` (`status`,`scheduled_date`);--> statement-breakpoint
CREATE INDEX `work_orders_scheduled` ON `work_orders` (`scheduled_date`,`status`);--> statement-breakpoint
CREATE INDEX `work_orders_member` ON `work_orders` (`assigned_team_member_id`);--> statement-breakpoint
CREATE TABLE `invoices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`invoice_number` text NOT NULL,
	`number_value` integer,
	`customer_name` text NOT NULL,
	`customer_email` text,
	`customer_phone` text,
	`customer_address` text,
	`service_type` text NOT NULL,
	`service_description` text,
	`service_date` text NOT NULL,
	`subtotal_cents` integer NOT NULL,
	`hst_cents` integer DEFAULT 0 NOT NULL,
	`pst_cents` integer DEFAULT 0 NOT NULL,
	`total_cents` integer NOT NULL,
	`status` text DEFAULT 'draft' NOT NULL,
	`due_date` text NOT NULL,
	`paid_date` text,
	`payment_method` text,
	`notes` text,
	`created_at` text NOT NULL,
	`deleted_at` text,
	CONSTRAINT "invoices_status_word" CHECK("invoices"."status" in ('draft', 'pending', 'paid', 'overdue')),
	CONSTRAINT "invoices_service_date" CHECK("invoices"."service_date" is date("invoices"."service_date")),
	CONSTRAINT "invoices_due_date" CHECK("invoices"."due_date" is date("invoices"."due_date")),
	CONSTRAINT "invoices_payment_method" CHECK("invoices"."payment_method" in ('interac', 'e-transfer', 'direct-deposit', 'cash', 'cheque', 'card')),
	CONSTRAINT "invoices_number_positive" CHECK("invoices"."number_value" is null or (typeof("invoices"."number_value") = 'integer' and "invoices"."number_value" >= 0)),
	CONSTRAINT "invoices_subtotal" CHECK("invoices"."subtotal_cents" is null or (typeof("invoices"."subtotal_cents") = 'integer' and "invoices"."subtotal_cents" between 0 and 9999999999)),
	CONSTRAINT "invoices_hst" CHECK("invoices"."hst_cents" is null or (typeof("invoices"."hst_cents") = 'integer' and "invoices"."hst_cents" between 0 and 9999999999)),
	CONSTRAINT "invoices_pst" CHECK("invoices"."pst_cents" is null or (typeof("invoices"."pst_cents") = 'integer' and "invoices"."pst_cents" between 0 and 9999999999)),
	CONSTRAINT "invoices_total" CHECK("invoices"."total_cents" = "invoices"."subtotal_cents" + "invoices"."hst_cents" + "invoices"."pst_cents")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_number` ON `invoices` (`invoice_number`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `invoices_number_value` ON `invoices` (`number_value`);--> statement-breakpoint
CREATE INDEX `invoices_status` ON `invoices` (`status`,`due_date`);--> statement-breakpoint
CREATE TABLE `receipts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`receipt_number` text NOT NULL,
	`number_value` integer,
	`invoice_id` integer,
	`customer_name` text NOT NULL,
	`customer_email` text,
	`payment_method` text NOT NULL,
	`subtotal_cents` integer,
	`hst_cents` integer,
	`pst_cents` integer,
	`amount_paid_cents` integer NOT NULL,
	`payment_date` text NOT NULL,
	`description` text NOT NULL,
	`is_refund` integer DEFAULT false NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "receipts_payment_method" CHECK("receipts"."payment_method" in ('interac', 'e-transfer', 'direct-deposit', 'cash', 'cheque', 'card')),
	CONSTRAINT "receipts_number_positive" CHECK("receipts"."number_value" is null or (typeof("receipts"."number_value") = 'integer' and "receipts"."number_value" >= 0)),
	CONSTRAINT "receipts_subtotal" CHECK("receipts"."subtotal_cents" is null or (typeof("receipts"."subtotal_cents") = 'integer' and "receipts"."subtotal_cents" between 0 and 9999999999)),
	CONSTRAINT "receipts_hst" CHECK("receipts"."hst_cents" is null or (typeof("receipts"."hst_cents") = 'integer' and "receipts"."hst_cents" between 0 and 9999999999)),
	CONSTRAINT "receipts_pst" CHECK("receipts"."pst_cents" is null or (typeof("receipts"."pst_cents") = 'integer' and "receipts"."pst_cents" between 0 and 9999999999)),
	CONSTRAINT "receipts_amount" CHECK("receipts"."amount_paid_cents" is null or (typeof("receipts"."amount_paid_cents") = 'integer' and "receipts"."amount_paid_cents" between 0 and 9999999999)),
	CONSTRAINT "receipts_payment_date" CHECK("receipts"."payment_date" is date("receipts"."payment_date"))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `receipts_receiptNumber_unique` ON `receipts` (`receipt_number`);--> statement-breakpoint
CREATE UNIQUE INDEX `receipts_number_value` ON `receipts` (`number_value`);--> statement-breakpoint
CREATE INDEX `receipts_invoice` ON `receipts` (`invoice_id`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`channel` text NOT NULL,
	`purpose` text NOT NULL,
	`marketing` integer DEFAULT false NOT NULL,
	`to` text NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`status` text NOT NULL,
	`send_after` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` text NOT NULL,
	`last_error` text,
	`message_id` text NOT NULL,
	`dedupe_key` text NOT NULL,
	`related_type` text,
	`related_id` integer,
	`approved_by` text,
	`created_at` text NOT NULL,
	`sent_at` text,
	CONSTRAINT "outbox_status" CHECK("outbox"."status" in ('draft', 'queued', 'sent', 'stored', 'failed', 'suppressed', 'cancelled')),
	CONSTRAINT "outbox_channel" CHECK("outbox"."channel" = 'email'),
	CONSTRAINT "outbox_attempts" CHECK("outbox"."attempts" is null or (typeof("outbox"."attempts") = 'integer' and "outbox"."attempts" >= 0))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_messageId_unique` ON `outbox` (`message_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_dedupeKey_unique` ON `outbox` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`status`,`next_attempt_at`);--> statement-breakpoint
CREATE INDEX `outbox_related` ON `outbox` (`related_type`,`related_id`);--> statement-breakpoint
CREATE TABLE `contact_inquiries` (
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
	`work_order_id` integer,
	`deleted_at` text,
	`deletion_batch` text,
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`work_order_id`) REFERENCES `work_orders`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "contact_inquiries_service_type" CHECK("contact_inquiries"."service_type" in ('residential', 'commercial', 'specialty', 'emergency')),
	CONSTRAINT "contact_inquiries_status" CHECK("contact_inquiries"."status" in ('pending', 'confirmed', 'completed')),
	CONSTRAINT "contact_inquiries_deletion_batch" CHECK("contact_inquiries"."deletion_batch" is null or "contact_inquiries"."deleted_at" is not null)
);
--> statement-breakpoint
CREATE INDEX `contact_inquiries_by_status` ON `contact_inquiries` (`deleted_at`,`status`);--> statement-breakpoint
CREATE INDEX `contact_inquiries_deleted` ON `contact_inquiries` (`deleted_at`);--> statement-breakpoint
CREATE INDEX `contact_inquiries_client` ON `contact_inquiries` (`client_id`);--> statement-breakpoint
CREATE INDEX `contact_inquiries_work_order` ON `contact_inquiries` (`work_order_id`);--> statement-breakpoint
CREATE TABLE `login_attempts` (
	`key` text PRIMARY KEY NOT NULL,
	`failures` integer NOT NULL,
	`locked_until` text,
	`last_at` text NOT NULL,
	CONSTRAINT "login_attempts_failures" CHECK("login_attempts"."failures" is null or (typeof("login_attempts"."failures") = 'integer' and "login_attempts"."failures" >= 0))
);
--> statement-breakpoint
CREATE INDEX `login_attempts_last` ON `login_attempts` (`last_at`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject_id` integer NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`revoked_at` text,
	CONSTRAINT "sessions_kind" CHECK("sessions"."kind" in ('admin', 'member'))
);
--> statement-breakpoint
CREATE INDEX `sessions_subject` ON `sessions` (`kind`,`subject_id`);--> statement-breakpoint
CREATE INDEX `sessions_expires` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `trusted_devices` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject_id` integer NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	CONSTRAINT "trusted_devices_kind" CHECK("trusted_devices"."kind" in ('admin', 'member'))
);
--> statement-breakpoint
CREATE INDEX `trusted_devices_expires` ON `trusted_devices` (`expires_at`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`username` text NOT NULL,
	`password_hash` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_username_unique` ON `users` (`username`);--> statement-breakpoint
CREATE TABLE `order_items` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_number` integer NOT NULL,
	`product_id` integer NOT NULL,
	`name` text NOT NULL,
	`quantity` integer NOT NULL,
	`price_cents` integer NOT NULL,
	FOREIGN KEY (`order_number`) REFERENCES `orders`(`order_number`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "order_items_quantity" CHECK(typeof("order_items"."quantity") = 'integer' and "order_items"."quantity" > 0),
	CONSTRAINT "order_items_price" CHECK("order_items"."price_cents" is null or (typeof("order_items"."price_cents") = 'integer' and "order_items"."price_cents" between 0 and 9999999999))
);
--> statement-breakpoint
CREATE INDEX `order_items_order` ON `order_items` (`order_number`);--> statement-breakpoint
CREATE INDEX `order_items_product` ON `order_items` (`product_id`);--> statement-breakpoint
CREATE TABLE `orders` (
	`order_number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`public_id` text NOT NULL,
	`customer_name` text NOT NULL,
	`customer_email` text NOT NULL,
	`customer_phone` text NOT NULL,
	`shipping_address` text NOT NULL,
	`payment_method` text DEFAULT 'cash' NOT NULL,
	`subtotal_cents` integer NOT NULL,
	`tax_cents` integer NOT NULL,
	`total_cents` integer NOT NULL,
	`tax_reading` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`order_notes` text,
	`created_at` text NOT NULL,
	CONSTRAINT "orders_payment_method" CHECK("orders"."payment_method" in ('interac', 'e-transfer', 'direct-deposit', 'cash', 'cheque', 'card')),
	CONSTRAINT "orders_tax_reading" CHECK("orders"."tax_reading" in ('checkout-12', 'cart-19')),
	CONSTRAINT "orders_status" CHECK("orders"."status" in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')),
	CONSTRAINT "orders_subtotal" CHECK("orders"."subtotal_cents" is null or (typeof("orders"."subtotal_cents") = 'integer' and "orders"."subtotal_cents" between 0 and 9999999999)),
	CONSTRAINT "orders_tax" CHECK("orders"."tax_cents" is null or (typeof("orders"."tax_cents") = 'integer' and "orders"."tax_cents" between 0 and 9999999999)),
	CONSTRAINT "orders_total" CHECK("orders"."total_cents" = "orders"."subtotal_cents" + "orders"."tax_cents"),
	CONSTRAINT "orders_public_id" CHECK(length("orders"."public_id") >= 22)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_publicId_unique` ON `orders` (`public_id`);--> statement-breakpoint
CREATE INDEX `orders_by_status` ON `orders` (`status`,`order_number`);--> statement-breakpoint
CREATE TABLE `products` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`price_cents` integer NOT NULL,
	`cost_cents` integer,
	`category` text NOT NULL,
	`image_url` text,
	`stock_quantity` integer DEFAULT 0 NOT NULL,
	`reorder_level` integer DEFAULT 5 NOT NULL,
	`supplier_name` text,
	`supplier_sku` text,
	`rating` real,
	`reviews` integer,
	`is_active` integer DEFAULT true NOT NULL,
	`is_hst_taxable` integer DEFAULT true NOT NULL,
	`is_pst_taxable` integer DEFAULT true NOT NULL,
	`last_purchase_date` text,
	`created_at` text NOT NULL,
	CONSTRAINT "products_price" CHECK("products"."price_cents" is null or (typeof("products"."price_cents") = 'integer' and "products"."price_cents" between 0 and 9999999999)),
	CONSTRAINT "products_cost" CHECK("products"."cost_cents" is null or (typeof("products"."cost_cents") = 'integer' and "products"."cost_cents" between 0 and 9999999999)),
	CONSTRAINT "products_stock" CHECK("products"."stock_quantity" is null or (typeof("products"."stock_quantity") = 'integer' and "products"."stock_quantity" >= 0)),
	CONSTRAINT "products_reorder_level" CHECK("products"."reorder_level" is null or (typeof("products"."reorder_level") = 'integer' and "products"."reorder_level" >= 0)),
	CONSTRAINT "products_reviews" CHECK("products"."reviews" is null or (typeof("products"."reviews") = 'integer' and "products"."reviews" >= 0)),
	CONSTRAINT "products_rating" CHECK("products"."rating" is null or "products"."rating" between 0 and 5),
	CONSTRAINT "products_last_purchase_date" CHECK("products"."last_purchase_date" is date("products"."last_purchase_date"))
);
--> statement-breakpoint
CREATE INDEX `products_active_by_name` ON `products` (`is_active`,lower(name));--> statement-breakpoint
CREATE INDEX `products_by_name` ON `products` (lower(name));--> statement-breakpoint
CREATE TABLE `team_member_logs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`team_member_id` integer NOT NULL,
	`work_order_id` integer,
	`action` text NOT NULL,
	`details` text,
	`timestamp` text NOT NULL,
	FOREIGN KEY (`team_member_id`) REFERENCES `team_members`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE INDEX `team_member_logs_member` ON `team_member_logs` (`team_member_id`,`id`);--> statement-breakpoint
CREATE INDEX `team_member_logs_work_order` ON `team_member_logs` (`work_order_id`,`id`);--> statement-breakpoint
CREATE TABLE `team_members` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`employee_id` text NOT NULL,
	`password_hash` text NOT NULL,
	`must_change_password` integer DEFAULT true NOT NULL,
	`temporary_password_expires_at` text,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text NOT NULL,
	`role` text DEFAULT 'cleaner' NOT NULL,
	`specializations` text DEFAULT '[]' NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`hire_date` text NOT NULL,
	`hourly_rate_cents` integer,
	`emergency_contact` text,
	`emergency_phone` text,
	`address` text,
	`notes` text,
	`last_login` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	CONSTRAINT "team_members_role" CHECK("team_members"."role" in ('cleaner', 'supervisor', 'manager')),
	CONSTRAINT "team_members_hire_date" CHECK("team_members"."hire_date" is date("team_members"."hire_date")),
	CONSTRAINT "team_members_hourly_rate" CHECK("team_members"."hourly_rate_cents" is null or (typeof("team_members"."hourly_rate_cents") = 'integer' and "team_members"."hourly_rate_cents" between 0 and 9999999999)),
	CONSTRAINT "team_members_specializations" CHECK(json_valid("team_members"."specializations"))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `team_members_employeeId_unique` ON `team_members` (`employee_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `team_members_email` ON `team_members` (lower(email));--> statement-breakpoint
CREATE TRIGGER `activity_is_not_changed` BEFORE UPDATE ON `activity` BEGIN SELECT RAISE(ABORT, 'the activity log is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `activity_is_not_deleted` BEFORE DELETE ON `activity` BEGIN SELECT RAISE(ABORT, 'the activity log is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `activity_is_not_replaced` BEFORE INSERT ON `activity` WHEN EXISTS (SELECT 1 FROM `activity` WHERE `id` = NEW.`id`) BEGIN SELECT RAISE(ABORT, 'the activity log is append-only'); END;
