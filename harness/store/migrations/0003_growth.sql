-- Growth: the exponent of time against size over the datasets of one run. Derived like a summary, but of a family of
-- entries, those that differ in nothing but the file. Published: never edited.
CREATE TABLE growth (
  run_id INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  name TEXT NOT NULL,
  workload TEXT NOT NULL,
  strategy TEXT NOT NULL,
  knobs TEXT NOT NULL,
  cache TEXT NOT NULL CHECK (cache IN ('warm', 'cold', 'as_found')),
  use TEXT NOT NULL CHECK (use IN ('touch', 'sum', 'newlines', 'digest', 'none')),
  role TEXT NOT NULL CHECK (role IN ('subject', 'control', 'ceiling', 'canary')),
  sizes INTEGER NOT NULL CHECK (sizes >= 3),
  least_bytes INTEGER NOT NULL CHECK (least_bytes > 0),
  most_bytes INTEGER NOT NULL CHECK (most_bytes > least_bytes),
  rounds INTEGER NOT NULL CHECK (rounds > 0),
  exponent REAL NOT NULL,
  ci_low REAL,
  ci_high REAL,
  ci_level REAL,
  flagged INTEGER NOT NULL CHECK (flagged IN (0, 1)),
  stats_version INTEGER NOT NULL,
  PRIMARY KEY (run_id, name),
  CHECK ((ci_low IS NULL) = (ci_high IS NULL)),
  CHECK (ci_low <= ci_high)
) STRICT, WITHOUT ROWID;

-- The growth of every family of a run; knobs that charts need are columns, as in v_case.
CREATE VIEW v_growth AS
SELECT g.run_id, r.uuid AS run_uuid, g.name, g.workload, g.strategy, g.knobs, g.knobs ->> '$.buf' AS buf,
       g.cache, g.use, g.role, g.sizes, g.least_bytes, g.most_bytes, g.rounds, g.exponent, g.ci_low, g.ci_high,
       g.ci_level, g.flagged, g.stats_version
  FROM growth g JOIN run r ON r.id = g.run_id;
