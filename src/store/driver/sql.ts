// The types of the database driver, for all who hand a connection on.
export type { Fragment, ISql, Sql, TransactionSql } from 'postgres';
