// Applies a data file when a server starts.
import { readFile } from 'node:fs/promises';
import type { Sql } from '../store/driver/sql.ts';
import type { Logger } from '../ops/logger.ts';
import { Problem } from '../ops/problem.ts';
import { utf8Text } from '../ops/utf8.ts';
import type { TokenEncryption } from '../store/connections.ts';
import { importData, type Progress } from './import.ts';

/** Applies a data file before the server accepts requests. Throws an Error that names each mistake in the file. */
export async function applyDataFile(
  sql: Sql,
  path: string,
  encryption: TokenEncryption,
  logger: Logger,
): Promise<void> {
  const file = parseJson(await readFile(path), path);
  try {
    const { counts, scoresKept } = await importData(sql, file, { onProgress: progressTo(logger), encryption });
    logger.info({ counts, scoresKept, file: path }, 'data file applied');
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const places = (error.details ?? []).map((detail) => `${detail.path}: ${detail.message}`);
    const problem = `The data file ${path} (TOUCHLINE_DATA) was not applied: ${error.message}`;
    throw new Error([problem, ...places].join(' · '), { cause: error });
  }
}

function parseJson(bytes: Buffer, path: string): unknown {
  try {
    return JSON.parse(utf8Text(bytes)) as unknown;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The data file ${path} (TOUCHLINE_DATA) is not JSON: ${reason}`, { cause: error });
  }
}

/** Logs progress when an entity is done, and every second. */
function progressTo(logger: Logger): (progress: Progress) => void {
  let lastAt = 0;
  return ({ entity, done, total }) => {
    const now = performance.now();
    if (done < total && now - lastAt < 1_000) return;
    lastAt = now;
    logger.info({ entity, done, total }, 'applying the data file');
  };
}
