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
CREATE UNIQUE INDEX `invoices_deposit_booking` ON `invoices` (`deposit_booking_id`) WHERE deleted_at is null and deposit_booking_id is not null;
--> statement-breakpoint
ALTER TABLE `receipts` ADD `payment_intent` text;
--> statement-breakpoint
CREATE UNIQUE INDEX `receipts_paymentIntent_unique` ON `receipts` (`payment_intent`);
