CREATE INDEX `invoices_live_customer` ON `invoices` (customer_name collate nocase) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `invoices_live_due` ON `invoices` (`due_date`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `invoices_live_total` ON `invoices` (`total_cents`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `invoices_status_customer` ON `invoices` (`status`,customer_name collate nocase) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `invoices_status_due` ON `invoices` (`status`,`due_date`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `invoices_status_total` ON `invoices` (`status`,`total_cents`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `receipts_live_customer` ON `receipts` (customer_name collate nocase) WHERE voided_at is null;--> statement-breakpoint
CREATE INDEX `receipts_live_date` ON `receipts` (`payment_date`) WHERE voided_at is null;--> statement-breakpoint
CREATE INDEX `receipts_live_amount` ON `receipts` (`amount_paid_cents`) WHERE voided_at is null;