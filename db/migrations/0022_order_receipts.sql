-- Links receipts to orders, and makes the missing receipt of each paid order with the next numbers of the series.
ALTER TABLE `receipts` ADD `order_number` integer REFERENCES `orders`(`order_number`) ON DELETE restrict;--> statement-breakpoint
CREATE INDEX `receipts_order` ON `receipts` (`order_number`) WHERE order_number is not null;--> statement-breakpoint
-- A receipt that was written by hand for the payment: of the same customer, amount and day. Orders alike take those in turn, one each.
UPDATE `receipts` SET `order_number` = f.`order_number` FROM (
  SELECT o.`order_number` AS `order_number`, r.`id` AS `receipt_id`
  FROM (SELECT `order_number`, lower(`customer_email`) AS `email`, `total_cents`, `paid_date`,
      row_number() OVER (PARTITION BY lower(`customer_email`), `total_cents`, `paid_date` ORDER BY `order_number`) AS `turn`
    FROM `orders` WHERE `paid_date` IS NOT NULL AND `total_cents` > 0) o
  JOIN (SELECT `id`, lower(`customer_email`) AS `email`, `amount_paid_cents`, `payment_date`,
      row_number() OVER (PARTITION BY lower(`customer_email`), `amount_paid_cents`, `payment_date` ORDER BY `id`) AS `turn`
    FROM `receipts` WHERE `is_refund` = 0 AND `invoice_id` IS NULL AND `voided_at` IS NULL) r
  ON r.`email` = o.`email` AND r.`amount_paid_cents` = o.`total_cents` AND r.`payment_date` = o.`paid_date` AND r.`turn` = o.`turn`) f
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
