// Types of the database driver for code that passes a connection on.
export type { Fragment, ISql, Sql, TransactionSql } from 'postgres';
