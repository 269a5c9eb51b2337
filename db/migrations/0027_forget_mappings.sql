-- they had names of columns, which in a file without a header are the data of persons
DELETE FROM `return_mappings`;
