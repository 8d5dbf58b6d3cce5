-- Links receipts to orders, and makes the missing receipt of each paid order with the next numbers of the series.
ALTER TABLE `receipts` ADD `order_number` integer REFERENCES `orders`(`order_number`) ON DELETE restrict;--> statement-breakpoint
CREATE INDEX `receipts_order` ON `receipts` (`order_number`) WHERE order_number is not null;--> statement-breakpoint
-- A receipt that was written by hand for the payment: of the same customer, amount and day.
UPDATE `receipts` SET `order_number` = f.`order_number` FROM (
  SELECT o.`order_number` AS `order_number`, min(r.`id`) AS `receipt_id`
  FROM `orders` o JOIN `receipts` r ON lower(r.`customer_email`) = lower(o.`customer_email`) AND r.`amount_paid_cents` = o.`total_cents`
    AND r.`payment_date` = o.`paid_date` AND r.`is_refund` = 0 AND r.`invoice_id` IS NULL AND r.`voided_at` IS NULL
  WHERE o.`paid_date` IS NOT NULL AND o.`total_cents` > 0 GROUP BY o.`order_number`) f
WHERE f.`receipt_id` = `receipts`.`id`;--> statement-breakpoint
UPDATE `receipts` SET `order_number` = p.`order_number` FROM `receipts` p
WHERE p.`id` = `receipts`.`refund_of_id` AND p.`order_number` IS NOT NULL;--> statement-breakpoint
INSERT INTO `receipts` (`receipt_number`, `number_value`, `order_number`, `customer_name`, `customer_email`, `payment_method`, `subtotal_cents`,
  `hst_cents`, `pst_cents`, `amount_paid_cents`, `payment_date`, `description`, `created_at`, `tax_profile`, `hst_rate`, `pst_rate`)
SELECT 'SPC-RCP' || printf('%03d', n.`value`), n.`value`, o.`order_number`, o.`customer_name`, o.`customer_email`, o.`paid_method`, o.`subtotal_cents`,
  o.`hst_cents`, o.`pst_cents`, o.`total_cents`, o.`paid_date`, 'Payment for order ORD-' || printf('%04d', o.`order_number`), o.`updated_at`,
  o.`tax_profile`, iif(o.`tax_profile` = 'bc-current', 500, 1200), iif(o.`tax_profile` = 'documented' AND o.`tax_reading` = 'checkout-12', 0, 700)
FROM `orders` o JOIN (
  SELECT u.`order_number` AS `order_number`, row_number() OVER (ORDER BY u.`paid_date`, u.`order_number`)
    + max(coalesce((SELECT max(`number_value`) FROM `receipts`), 0), coalesce((SELECT `highest` FROM `number_series` WHERE `series` = 'receipt'), 0)) AS `value`
  FROM `orders` u WHERE u.`paid_date` IS NOT NULL AND u.`total_cents` > 0
    AND NOT EXISTS (SELECT 1 FROM `receipts` r WHERE r.`order_number` = u.`order_number` AND r.`is_refund` = 0)) n ON n.`order_number` = o.`order_number`
ORDER BY n.`value`;--> statement-breakpoint
INSERT INTO `number_series` (`series`, `highest`) SELECT 'receipt', max(`number_value`) FROM `receipts` HAVING max(`number_value`) IS NOT NULL
ON CONFLICT (`series`) DO UPDATE SET `highest` = max(`highest`, excluded.`highest`);
