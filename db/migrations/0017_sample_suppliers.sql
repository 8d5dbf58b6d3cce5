-- Dismisses the open partnerships with suppliers that only the starter catalogue knows.
UPDATE `opportunities` SET `status` = 'dismissed', `closed_reason` = 'This supplier is a sample of the starter catalogue.'
WHERE `kind` = 'partnership' AND `subject_type` = 'supplier' AND `status` IN ('open', 'drafted')
  AND `subject_id` IN (SELECT trim(`supplier_name`) FROM `products` WHERE `is_sample` = 1)
  AND `subject_id` NOT IN (SELECT trim(`supplier_name`) FROM `products` WHERE `is_sample` = 0 AND `supplier_name` IS NOT NULL);
