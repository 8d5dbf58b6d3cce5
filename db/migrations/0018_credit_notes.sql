CREATE TABLE `credit_notes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`credit_note_number` text NOT NULL,
	`number_value` integer,
	`invoice_id` integer NOT NULL,
	`customer_name` text NOT NULL,
	`customer_email` text,
	`customer_address` text,
	`subtotal_cents` integer NOT NULL,
	`hst_cents` integer NOT NULL,
	`pst_cents` integer NOT NULL,
	`amount_cents` integer NOT NULL,
	`reason` text NOT NULL,
	`issued_date` text NOT NULL,
	`tax_profile` text NOT NULL,
	`hst_rate` integer NOT NULL,
	`pst_rate` integer NOT NULL,
	`created_at` text NOT NULL,
	`idempotency_key` text,
	`request_hash` text,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "credit_notes_number_positive" CHECK("credit_notes"."number_value" is null or (typeof("credit_notes"."number_value") = 'integer' and "credit_notes"."number_value" >= 0)),
	CONSTRAINT "credit_notes_issued_date" CHECK("credit_notes"."issued_date" is date("credit_notes"."issued_date")),
	CONSTRAINT "credit_notes_tax_profile" CHECK("credit_notes"."tax_profile" in ('documented', 'bc-current')),
	CONSTRAINT "credit_notes_hst_rate" CHECK("credit_notes"."hst_rate" is null or (typeof("credit_notes"."hst_rate") = 'integer' and "credit_notes"."hst_rate" >= 0)),
	CONSTRAINT "credit_notes_pst_rate" CHECK("credit_notes"."pst_rate" is null or (typeof("credit_notes"."pst_rate") = 'integer' and "credit_notes"."pst_rate" >= 0)),
	CONSTRAINT "credit_notes_subtotal" CHECK("credit_notes"."subtotal_cents" is null or (typeof("credit_notes"."subtotal_cents") = 'integer' and "credit_notes"."subtotal_cents" between 0 and 9999999999)),
	CONSTRAINT "credit_notes_hst" CHECK("credit_notes"."hst_cents" is null or (typeof("credit_notes"."hst_cents") = 'integer' and "credit_notes"."hst_cents" between 0 and 9999999999)),
	CONSTRAINT "credit_notes_pst" CHECK("credit_notes"."pst_cents" is null or (typeof("credit_notes"."pst_cents") = 'integer' and "credit_notes"."pst_cents" between 0 and 9999999999)),
	CONSTRAINT "credit_notes_above_nothing" CHECK("credit_notes"."amount_cents" > 0),
	CONSTRAINT "credit_notes_amount" CHECK("credit_notes"."amount_cents" = "credit_notes"."subtotal_cents" + "credit_notes"."hst_cents" + "credit_notes"."pst_cents")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `credit_notes_creditNoteNumber_unique` ON `credit_notes` (`credit_note_number`);--> statement-breakpoint
CREATE UNIQUE INDEX `credit_notes_idempotencyKey_unique` ON `credit_notes` (`idempotency_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `credit_notes_number_value` ON `credit_notes` (`number_value`);--> statement-breakpoint
CREATE INDEX `credit_notes_invoice` ON `credit_notes` (`invoice_id`);--> statement-breakpoint
CREATE INDEX `credit_notes_issued` ON `credit_notes` (`issued_date`);--> statement-breakpoint
CREATE TABLE `__new_number_series` (
	`series` text PRIMARY KEY NOT NULL,
	`highest` integer NOT NULL,
	CONSTRAINT "number_series_series" CHECK("__new_number_series"."series" in ('invoice', 'receipt', 'credit-note')),
	CONSTRAINT "number_series_highest" CHECK("__new_number_series"."highest" is null or (typeof("__new_number_series"."highest") = 'integer' and "__new_number_series"."highest" >= 0))
);
--> statement-breakpoint
INSERT INTO `__new_number_series`("series", "highest") SELECT "series", "highest" FROM `number_series`;--> statement-breakpoint
DROP TABLE `number_series`;--> statement-breakpoint
ALTER TABLE `__new_number_series` RENAME TO `number_series`;--> statement-breakpoint
DROP INDEX `invoices_open`;--> statement-breakpoint
ALTER TABLE `invoices` ADD `credited_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `invoices_open` ON `invoices` (`due_date`,`total_cents`,`amount_paid_cents`,`credited_cents`) WHERE deleted_at is null and status in ('pending', 'overdue');
