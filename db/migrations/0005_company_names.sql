DROP INDEX `clients_company`;--> statement-breakpoint
CREATE INDEX `clients_company` ON `clients` (lower(replace(replace(replace(trim(`company`), ' ', '<>'), '><', ''), '<>', ' '))) WHERE company is not null;--> statement-breakpoint
-- Of these there is nobody to call.
UPDATE `opportunities` SET `call_only` = NULL WHERE `subject_type` IN ('town', 'service', 'supplier', 'company');
