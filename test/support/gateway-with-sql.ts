// A gateway on PostgreSQL, and a separate connection to its database.
import postgres from 'postgres';
import { createDatabase } from './database.ts';
import { type GatewayOptions, openTestGateway, type TestGateway } from './gateway.ts';

export type GatewayWithSql = { readonly gateway: TestGateway; readonly sql: postgres.Sql; close(): Promise<void> };

export async function openGatewayWithSql(options: GatewayOptions = {}): Promise<GatewayWithSql> {
  const database = await createDatabase();
  const gateway = await openTestGateway({ databaseUrl: database.url, ...options });
  const sql = postgres(database.url, { max: 1 });
  return {
    gateway,
    sql,
    async close() {
      await sql.end();
      await gateway.close();
      await database.drop();
    },
  };
}
