CREATE TABLE `plan_exceptions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`plan_id` integer NOT NULL,
	`date` text NOT NULL,
	`kind` text NOT NULL,
	`moved_to` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`plan_id`) REFERENCES `plans`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "plan_exceptions_date" CHECK("plan_exceptions"."date" is date("plan_exceptions"."date")),
	CONSTRAINT "plan_exceptions_moved_to" CHECK("plan_exceptions"."moved_to" is date("plan_exceptions"."moved_to")),
	CONSTRAINT "plan_exceptions_kind" CHECK("plan_exceptions"."kind" in ('skipped', 'moved') and ("plan_exceptions"."kind" = 'moved') = ("plan_exceptions"."moved_to" is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `plan_exceptions_day` ON `plan_exceptions` (`plan_id`,`date`);
--> statement-breakpoint
CREATE TABLE `plans` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`client_id` integer NOT NULL,
	`address_id` integer,
	`service_type` text NOT NULL,
	`rrule` text NOT NULL,
	`start_date` text NOT NULL,
	`start_time` text NOT NULL,
	`minutes` integer NOT NULL,
	`crew_size` integer DEFAULT 1 NOT NULL,
	`price_cents` integer,
	`discount_percent` real DEFAULT 0 NOT NULL,
	`preferred_member_id` integer,
	`checklist` text,
	`notes` text,
	`holiday_rule` text DEFAULT 'skip' NOT NULL,
	`billing` text DEFAULT 'visit' NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`paused_until` text,
	`until` text,
	`count` integer,
	`parent_plan_id` integer,
	`import_key` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`address_id`) REFERENCES `client_addresses`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`preferred_member_id`) REFERENCES `team_members`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`parent_plan_id`) REFERENCES `plans`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "plans_start_date" CHECK("plans"."start_date" is date("plans"."start_date")),
	CONSTRAINT "plans_until" CHECK("plans"."until" is date("plans"."until")),
	CONSTRAINT "plans_paused_until" CHECK("plans"."paused_until" is date("plans"."paused_until")),
	CONSTRAINT "plans_minutes" CHECK("plans"."minutes" between 1 and 1440),
	CONSTRAINT "plans_crew_size" CHECK("plans"."crew_size" between 1 and 10),
	CONSTRAINT "plans_price" CHECK("plans"."price_cents" is null or (typeof("plans"."price_cents") = 'integer' and "plans"."price_cents" between 0 and 9999999999)),
	CONSTRAINT "plans_discount" CHECK("plans"."discount_percent" between 0 and 100),
	CONSTRAINT "plans_checklist" CHECK("plans"."checklist" is null or json_valid("plans"."checklist")),
	CONSTRAINT "plans_holiday_rule" CHECK("plans"."holiday_rule" in ('skip', 'next')),
	CONSTRAINT "plans_billing" CHECK("plans"."billing" in ('visit', 'month')),
	CONSTRAINT "plans_status" CHECK("plans"."status" in ('proposed', 'active', 'paused', 'ended')),
	CONSTRAINT "plans_end" CHECK("plans"."until" is null or "plans"."count" is null),
	CONSTRAINT "plans_count" CHECK("plans"."count" is null or "plans"."count" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `plans_importKey_unique` ON `plans` (`import_key`);
--> statement-breakpoint
CREATE INDEX `plans_client` ON `plans` (`client_id`,`status`);
--> statement-breakpoint
CREATE INDEX `plans_status` ON `plans` (`status`);
--> statement-breakpoint
CREATE INDEX `plans_address` ON `plans` (`address_id`) WHERE address_id is not null;
--> statement-breakpoint
CREATE INDEX `plans_member` ON `plans` (`preferred_member_id`) WHERE preferred_member_id is not null;
--> statement-breakpoint
CREATE INDEX `plans_parent` ON `plans` (`parent_plan_id`) WHERE parent_plan_id is not null;
--> statement-breakpoint
CREATE TABLE `price_items` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`service_type` text NOT NULL,
	`name` text NOT NULL,
	`unit` text NOT NULL,
	`price_cents` integer NOT NULL,
	`minutes` integer DEFAULT 0 NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`sort` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	CONSTRAINT "price_items_unit" CHECK("price_items"."unit" in ('flat', 'bedroom', 'bathroom', '100sqft', 'hour', 'extra')),
	CONSTRAINT "price_items_price" CHECK("price_items"."price_cents" is null or (typeof("price_items"."price_cents") = 'integer' and "price_items"."price_cents" between 0 and 9999999999)),
	CONSTRAINT "price_items_minutes" CHECK("price_items"."minutes" is null or (typeof("price_items"."minutes") = 'integer' and "price_items"."minutes" >= 0))
);
--> statement-breakpoint
CREATE INDEX `price_items_service` ON `price_items` (`service_type`,`is_active`,`sort`);
--> statement-breakpoint
CREATE TABLE `quote_lines` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`quote_id` integer NOT NULL,
	`position` integer NOT NULL,
	`kind` text NOT NULL,
	`description` text NOT NULL,
	`quantity` integer DEFAULT 1 NOT NULL,
	`price_cents` integer NOT NULL,
	`minutes` integer,
	`is_goods` integer DEFAULT false NOT NULL,
	`is_optional` integer DEFAULT false NOT NULL,
	`is_chosen` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`quote_id`) REFERENCES `quotes`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "quote_lines_kind" CHECK("quote_lines"."kind" in ('service', 'extra', 'goods', 'discount')),
	CONSTRAINT "quote_lines_quantity" CHECK(typeof("quote_lines"."quantity") = 'integer' and "quote_lines"."quantity" > 0),
	CONSTRAINT "quote_lines_minutes" CHECK("quote_lines"."minutes" is null or (typeof("quote_lines"."minutes") = 'integer' and "quote_lines"."minutes" >= 0)),
	CONSTRAINT "quote_lines_price" CHECK(typeof("quote_lines"."price_cents") = 'integer' and abs("quote_lines"."price_cents") <= 9999999999 and ("quote_lines"."price_cents" >= 0 or "quote_lines"."kind" = 'discount'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `quote_lines_position` ON `quote_lines` (`quote_id`,`position`);
--> statement-breakpoint
CREATE TABLE `quotes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`number` text NOT NULL,
	`number_value` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`status` text DEFAULT 'draft' NOT NULL,
	`token` text NOT NULL,
	`inquiry_id` integer,
	`client_id` integer,
	`customer_name` text NOT NULL,
	`customer_email` text,
	`customer_phone` text,
	`customer_address` text,
	`service_type` text NOT NULL,
	`message` text,
	`terms` text,
	`valid_until` text NOT NULL,
	`deposit_cents` integer,
	`deposit_percent` real,
	`plan_rrule` text,
	`plan_start_date` text,
	`plan_start_time` text,
	`plan_discount_percent` real,
	`tax_profile` text NOT NULL,
	`hst_rate` integer NOT NULL,
	`pst_rate` integer NOT NULL,
	`subtotal_cents` integer NOT NULL,
	`hst_cents` integer NOT NULL,
	`pst_cents` integer NOT NULL,
	`total_cents` integer NOT NULL,
	`approved_name` text,
	`approved_at` text,
	`approved_ip_hash` text,
	`snapshot` text,
	`snapshot_hash` text,
	`decline_reason` text,
	`change_request` text,
	`sent_at` text,
	`viewed_at` text,
	`answered_at` text,
	`work_order_id` integer,
	`plan_id` integer,
	`deposit_invoice_id` integer,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`inquiry_id`) REFERENCES `contact_inquiries`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`work_order_id`) REFERENCES `work_orders`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`plan_id`) REFERENCES `plans`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`deposit_invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "quotes_status_word" CHECK("quotes"."status" in ('draft', 'sent', 'viewed', 'approved', 'declined', 'changes_requested', 'expired', 'superseded', 'withdrawn')),
	CONSTRAINT "quotes_valid_until" CHECK("quotes"."valid_until" is date("quotes"."valid_until")),
	CONSTRAINT "quotes_plan_start" CHECK("quotes"."plan_start_date" is date("quotes"."plan_start_date")),
	CONSTRAINT "quotes_deposit" CHECK("quotes"."deposit_cents" is null or (typeof("quotes"."deposit_cents") = 'integer' and "quotes"."deposit_cents" between 0 and 9999999999)),
	CONSTRAINT "quotes_one_deposit" CHECK("quotes"."deposit_cents" is null or "quotes"."deposit_percent" is null),
	CONSTRAINT "quotes_deposit_percent" CHECK("quotes"."deposit_percent" is null or "quotes"."deposit_percent" between 0 and 100),
	CONSTRAINT "quotes_tax_profile" CHECK("quotes"."tax_profile" in ('documented', 'bc-current')),
	CONSTRAINT "quotes_hst_rate" CHECK("quotes"."hst_rate" is null or (typeof("quotes"."hst_rate") = 'integer' and "quotes"."hst_rate" >= 0)),
	CONSTRAINT "quotes_pst_rate" CHECK("quotes"."pst_rate" is null or (typeof("quotes"."pst_rate") = 'integer' and "quotes"."pst_rate" >= 0)),
	CONSTRAINT "quotes_subtotal" CHECK("quotes"."subtotal_cents" is null or (typeof("quotes"."subtotal_cents") = 'integer' and "quotes"."subtotal_cents" between 0 and 9999999999)),
	CONSTRAINT "quotes_hst" CHECK("quotes"."hst_cents" is null or (typeof("quotes"."hst_cents") = 'integer' and "quotes"."hst_cents" between 0 and 9999999999)),
	CONSTRAINT "quotes_pst" CHECK("quotes"."pst_cents" is null or (typeof("quotes"."pst_cents") = 'integer' and "quotes"."pst_cents" between 0 and 9999999999)),
	CONSTRAINT "quotes_total" CHECK("quotes"."total_cents" = "quotes"."subtotal_cents" + "quotes"."hst_cents" + "quotes"."pst_cents"),
	CONSTRAINT "quotes_approval" CHECK(("quotes"."status" = 'approved') = ("quotes"."approved_at" is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `quotes_token_unique` ON `quotes` (`token`);
--> statement-breakpoint
CREATE UNIQUE INDEX `quotes_number` ON `quotes` (`number_value`,`version`);
--> statement-breakpoint
CREATE UNIQUE INDEX `quotes_open` ON `quotes` (`number_value`) WHERE status in ('sent', 'viewed', 'changes_requested', 'approved');
--> statement-breakpoint
CREATE UNIQUE INDEX `quotes_draft` ON `quotes` (`number_value`) WHERE status = 'draft';
--> statement-breakpoint
CREATE INDEX `quotes_status` ON `quotes` (`status`,`id`);
--> statement-breakpoint
CREATE INDEX `quotes_client` ON `quotes` (`client_id`);
--> statement-breakpoint
CREATE INDEX `quotes_inquiry` ON `quotes` (`inquiry_id`);
--> statement-breakpoint
CREATE INDEX `quotes_sent` ON `quotes` (`sent_at`,`status`,`service_type`,`viewed_at`,`total_cents`) WHERE sent_at is not null;
--> statement-breakpoint
CREATE INDEX `quotes_expiring` ON `quotes` (`valid_until`) WHERE status in ('sent', 'viewed');
--> statement-breakpoint
CREATE UNIQUE INDEX `quotes_work_order` ON `quotes` (`work_order_id`) WHERE work_order_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX `quotes_plan` ON `quotes` (`plan_id`) WHERE plan_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX `quotes_deposit_invoice` ON `quotes` (`deposit_invoice_id`) WHERE deposit_invoice_id is not null;
--> statement-breakpoint
CREATE TABLE `__new_invoice_items` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`invoice_id` integer NOT NULL,
	`description` text NOT NULL,
	`quantity` integer NOT NULL,
	`price_cents` integer NOT NULL,
	`is_goods` integer DEFAULT false NOT NULL,
	`offer` text,
	`referral_id` integer,
	`is_deduction` integer DEFAULT false NOT NULL,
	`deposit_invoice_id` integer,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`referral_id`) REFERENCES `referrals`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`deposit_invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "invoice_items_deposit" CHECK("__new_invoice_items"."deposit_invoice_id" is null or "__new_invoice_items"."is_deduction"),
	CONSTRAINT "invoice_items_quantity" CHECK(typeof("__new_invoice_items"."quantity") = 'integer' and "__new_invoice_items"."quantity" > 0),
	CONSTRAINT "invoice_items_offer" CHECK("__new_invoice_items"."offer" is null or "__new_invoice_items"."offer" in ('first-online-booking', 'referral-friend', 'referral-reward')),
	CONSTRAINT "invoice_items_price" CHECK(typeof("__new_invoice_items"."price_cents") = 'integer' and abs("__new_invoice_items"."price_cents") <= 9999999999 and case when "__new_invoice_items"."offer" is null and not "__new_invoice_items"."is_deduction" then "__new_invoice_items"."price_cents" >= 0 else "__new_invoice_items"."price_cents" <= 0 end)
);
--> statement-breakpoint
INSERT INTO `__new_invoice_items`("id", "invoice_id", "description", "quantity", "price_cents", "is_goods", "offer", "referral_id", "is_deduction") SELECT "id", "invoice_id", "description", "quantity", "price_cents", "is_goods", "offer", "referral_id", 0 FROM `invoice_items`;
--> statement-breakpoint
DROP TABLE `invoice_items`;
--> statement-breakpoint
ALTER TABLE `__new_invoice_items` RENAME TO `invoice_items`;
--> statement-breakpoint
CREATE INDEX `invoice_items_referral` ON `invoice_items` (`referral_id`) WHERE referral_id is not null;
--> statement-breakpoint
CREATE INDEX `invoice_items_invoice` ON `invoice_items` (`invoice_id`);
--> statement-breakpoint
CREATE INDEX `invoice_items_deposit_invoice` ON `invoice_items` (`deposit_invoice_id`) WHERE deposit_invoice_id is not null;
--> statement-breakpoint
ALTER TABLE `work_orders` ADD `plan_id` integer REFERENCES plans(id) ON DELETE set null;
--> statement-breakpoint
ALTER TABLE `work_orders` ADD `plan_date` text;
--> statement-breakpoint
ALTER TABLE `work_orders` ADD `detached` integer DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE `work_orders` ADD `overbooked` integer DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE `work_orders` ADD `discount_percent` real DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX `work_orders_plan` ON `work_orders` (`plan_id`,`plan_date`) WHERE plan_id is not null;
--> statement-breakpoint
CREATE TABLE `__new_clients` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`email` text,
	`phone` text,
	`address` text NOT NULL,
	`latitude` real,
	`longitude` real,
	`notes` text,
	`is_active` integer DEFAULT true NOT NULL,
	`created_at` text NOT NULL,
	`access_gate` text,
	`access_alarm` text,
	`access_pets` text,
	`access_key` text,
	`do_not_service` integer DEFAULT false NOT NULL,
	`do_not_service_reason` text,
	`company` text,
	`photo_consent` integer DEFAULT false NOT NULL,
	`sms_consent_at` text,
	`referral_code` text,
	`merged_into_id` integer,
	FOREIGN KEY (`merged_into_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "clients_reachable" CHECK("__new_clients"."email" is not null or "__new_clients"."phone" is not null),
	CONSTRAINT "clients_latitude" CHECK("__new_clients"."latitude" is null or "__new_clients"."latitude" between -90 and 90),
	CONSTRAINT "clients_longitude" CHECK("__new_clients"."longitude" is null or "__new_clients"."longitude" between -180 and 180)
);
--> statement-breakpoint
INSERT INTO `__new_clients`("id", "name", "email", "phone", "address", "latitude", "longitude", "notes", "is_active", "created_at", "access_gate", "access_alarm", "access_pets", "access_key", "do_not_service", "do_not_service_reason", "company", "photo_consent", "sms_consent_at", "referral_code", "merged_into_id") SELECT "id", "name", iif(trim("email") = '' and trim("phone") <> '', null, "email"), iif(trim("phone") = '' and trim("email") <> '', null, "phone"), "address", "latitude", "longitude", "notes", "is_active", "created_at", "access_gate", "access_alarm", "access_pets", "access_key", "do_not_service", "do_not_service_reason", "company", "photo_consent", "sms_consent_at", "referral_code", "merged_into_id" FROM `clients`;
--> statement-breakpoint
DROP TABLE `clients`;
--> statement-breakpoint
ALTER TABLE `__new_clients` RENAME TO `clients`;
--> statement-breakpoint
CREATE INDEX `clients_email` ON `clients` (lower(email));
--> statement-breakpoint
CREATE INDEX `clients_merged_into` ON `clients` (`merged_into_id`);
--> statement-breakpoint
CREATE INDEX `clients_name` ON `clients` (lower(name));
--> statement-breakpoint
CREATE UNIQUE INDEX `clients_referralCode_unique` ON `clients` (`referral_code`);
--> statement-breakpoint
CREATE INDEX `clients_company` ON `clients` (lower(replace(replace(replace(trim(`company`), ' ', '<>'), '><', ''), '<>', ' '))) WHERE company is not null;
--> statement-breakpoint
CREATE INDEX `clients_person` ON `clients` (case when substr(lower(trim(email)), instr(lower(trim(email)), '@')) in ('@gmail.com', '@googlemail.com') then replace(substr(substr(lower(trim(email)), 1, instr(lower(trim(email)), '@') - 1), 1, instr(substr(lower(trim(email)), 1, instr(lower(trim(email)), '@') - 1) || '+', '+') - 1), '.', '') || '@gmail.com' else lower(trim(email)) end);
--> statement-breakpoint
CREATE INDEX `clients_phone` ON `clients` (substr(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(substr(replace(replace(replace(lower(phone), 'e', 'x'), 'p', 'x'), '#', 'x'), 1, instr(replace(replace(replace(lower(phone), 'e', 'x'), 'p', 'x'), '#', 'x') || 'x', 'x') - 1), ' ', ''), '-', ''), '.', ''), '(', ''), ')', ''), '/', ''), '+', ''), char(8208), ''), char(8209), ''), char(8211), ''), char(160), ''), -10));
--> statement-breakpoint
CREATE TRIGGER `clients_search_insert` AFTER INSERT ON `clients` BEGIN INSERT INTO `clients_search`(`rowid`, `name`, `email`, `phone`, `address`, `company`) VALUES (NEW.`id`, NEW.`name`, NEW.`email`, NEW.`phone`, NEW.`address`, NEW.`company`); END;
--> statement-breakpoint
CREATE TRIGGER `clients_search_delete` AFTER DELETE ON `clients` BEGIN INSERT INTO `clients_search`(`clients_search`, `rowid`, `name`, `email`, `phone`, `address`, `company`) VALUES ('delete', OLD.`id`, OLD.`name`, OLD.`email`, OLD.`phone`, OLD.`address`, OLD.`company`); END;
--> statement-breakpoint
CREATE TRIGGER `clients_search_update` AFTER UPDATE OF `name`, `email`, `phone`, `address`, `company` ON `clients` BEGIN INSERT INTO `clients_search`(`clients_search`, `rowid`, `name`, `email`, `phone`, `address`, `company`) VALUES ('delete', OLD.`id`, OLD.`name`, OLD.`email`, OLD.`phone`, OLD.`address`, OLD.`company`); INSERT INTO `clients_search`(`rowid`, `name`, `email`, `phone`, `address`, `company`) VALUES (NEW.`id`, NEW.`name`, NEW.`email`, NEW.`phone`, NEW.`address`, NEW.`company`); END;
--> statement-breakpoint
ALTER TABLE `appointment_bookings` ADD `frequency` text DEFAULT 'once' NOT NULL;
--> statement-breakpoint
ALTER TABLE `appointment_bookings` ADD `plan_id` integer REFERENCES plans(id) ON DELETE set null;
--> statement-breakpoint
ALTER TABLE `appointment_bookings` ADD `estimate` text;
--> statement-breakpoint
CREATE UNIQUE INDEX `appointment_bookings_plan` ON `appointment_bookings` (`plan_id`) WHERE plan_id is not null;
--> statement-breakpoint
ALTER TABLE `contact_inquiries` ADD `estimate` text;
