-- The tables. Published: never edited; a change is a new migration. No JSON functions here: SQLite 3.40 lets a
-- schema that is not trusted use none of them, and a database from elsewhere must be readable without trust.
PRAGMA application_id = 1380207947;  -- "RDMK"

-- Roots: what a run refers to. Their key (a hash of their content) is their identity beyond this file.

CREATE TABLE host (
  id INTEGER PRIMARY KEY,
  key BLOB NOT NULL UNIQUE CHECK (length(key) = 16),
  label TEXT NOT NULL
) STRICT;

CREATE TABLE environment (
  id INTEGER PRIMARY KEY,
  key BLOB NOT NULL UNIQUE CHECK (length(key) = 16),
  host_id INTEGER NOT NULL REFERENCES host
) STRICT;
CREATE INDEX environment_host ON environment (host_id);

CREATE TABLE fact (
  environment_id INTEGER NOT NULL REFERENCES environment ON DELETE CASCADE,
  name TEXT NOT NULL,
  value TEXT,
  source TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('ok', 'denied', 'absent')),
  PRIMARY KEY (environment_id, name),
  CHECK ((status = 'ok') = (value IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE build (
  id INTEGER PRIMARY KEY,
  key BLOB NOT NULL UNIQUE CHECK (length(key) = 16),
  version TEXT NOT NULL,
  revision TEXT NOT NULL,
  dirty INTEGER NOT NULL CHECK (dirty IN (0, 1)),
  type TEXT NOT NULL,
  compiler TEXT NOT NULL,
  flags TEXT NOT NULL,
  libraries TEXT NOT NULL
) STRICT;

CREATE TABLE dataset (
  id INTEGER PRIMARY KEY,
  key BLOB NOT NULL UNIQUE CHECK (length(key) = 16),
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('file', 'tree', 'none')),
  bytes INTEGER NOT NULL CHECK (bytes >= 0),
  files INTEGER NOT NULL CHECK (files >= 0),
  lines INTEGER NOT NULL CHECK (lines >= 0),
  newline_bytes INTEGER NOT NULL CHECK (newline_bytes >= 0),
  cr_bytes INTEGER NOT NULL CHECK (cr_bytes >= 0),
  longest_line INTEGER NOT NULL CHECK (longest_line >= 0),
  digest TEXT NOT NULL,
  spec TEXT,
  generator TEXT
) STRICT;

CREATE TABLE bench_case (
  id INTEGER PRIMARY KEY,
  key BLOB NOT NULL UNIQUE CHECK (length(key) = 16),
  name TEXT NOT NULL,
  origin TEXT NOT NULL CHECK (origin IN ('own', 'command', 'foreign')),
  workload TEXT,
  strategy TEXT,
  data TEXT,
  dataset_id INTEGER REFERENCES dataset,
  knobs TEXT NOT NULL,
  cache TEXT CHECK (cache IN ('warm', 'cold', 'as_found')),
  use TEXT CHECK (use IN ('touch', 'sum', 'newlines', 'digest', 'none')),
  command TEXT
) STRICT;
CREATE INDEX bench_case_name ON bench_case (name);
CREATE INDEX bench_case_dataset ON bench_case (dataset_id);

CREATE TABLE source (
  id INTEGER PRIMARY KEY,
  sha256 BLOB NOT NULL UNIQUE CHECK (length(sha256) = 32),
  format TEXT NOT NULL,
  tool_version TEXT,
  file_name TEXT,
  context TEXT NOT NULL
) STRICT;

-- A run and what it owns. Removing a run removes all of it.

CREATE TABLE run (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE CHECK (length(uuid) = 36),
  kind TEXT NOT NULL CHECK (kind IN ('run', 'ab', 'aa', 'study', 'advise', 'fleet', 'import')),
  profile TEXT,
  seed INTEGER NOT NULL,
  argv TEXT NOT NULL,
  settings TEXT NOT NULL,
  started_ns INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('running', 'finished', 'interrupted', 'failed')),
  source_id INTEGER REFERENCES source
) STRICT;
CREATE INDEX run_started ON run (started_ns);

CREATE TABLE label (
  run_id INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (run_id, name, value)
) STRICT, WITHOUT ROWID;
CREATE INDEX label_value ON label (name, value);

CREATE TABLE session (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE CHECK (length(uuid) = 36),
  run_id INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  rank INTEGER NOT NULL CHECK (rank >= 0),
  environment_id INTEGER REFERENCES environment,
  started_ns INTEGER NOT NULL,
  ended_ns INTEGER,
  exit_code INTEGER,
  clock_step_ns INTEGER
) STRICT;
CREATE INDEX session_run ON session (run_id);
CREATE INDEX session_environment ON session (environment_id);

CREATE TABLE placement (
  run_id INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  ordinal INTEGER NOT NULL CHECK (ordinal >= 0),
  dataset_id INTEGER REFERENCES dataset,
  path_hash TEXT NOT NULL,
  filesystem TEXT,
  device TEXT,
  mount_options TEXT,
  facts TEXT NOT NULL,
  PRIMARY KEY (run_id, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX placement_dataset ON placement (dataset_id);

CREATE TABLE entry (
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  ordinal INTEGER NOT NULL CHECK (ordinal >= 0),
  case_id INTEGER NOT NULL REFERENCES bench_case,
  arm TEXT,
  params TEXT,
  build_id INTEGER REFERENCES build,
  placement INTEGER,
  role TEXT NOT NULL CHECK (role IN ('subject', 'control', 'ceiling', 'canary')),
  status TEXT CHECK (status IN ('ok', 'unsupported', 'skipped', 'invalid', 'wrong', 'failed',
                                'timeout', 'crashed', 'interrupted')),
  reason TEXT,
  UNIQUE (run_id, ordinal),
  FOREIGN KEY (run_id, placement) REFERENCES placement (run_id, ordinal)
) STRICT;
CREATE INDEX entry_case ON entry (case_id);
CREATE INDEX entry_build ON entry (build_id);

CREATE TABLE measurement (
  id INTEGER PRIMARY KEY,
  session_id INTEGER NOT NULL REFERENCES session ON DELETE CASCADE,
  seq INTEGER NOT NULL CHECK (seq >= 0),
  entry_id INTEGER NOT NULL REFERENCES entry ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('verify', 'first', 'timed')),
  round INTEGER CHECK (round >= 0),
  position INTEGER NOT NULL CHECK (position >= 0),
  scope TEXT NOT NULL CHECK (scope IN ('whole', 'part')),
  start_offset_ns INTEGER,
  status TEXT NOT NULL CHECK (status IN ('ok', 'unsupported', 'skipped', 'invalid', 'wrong',
                                         'failed', 'timeout', 'crashed', 'interrupted')),
  reason TEXT,
  exit_code INTEGER,
  started_ns INTEGER NOT NULL,
  iterations INTEGER NOT NULL CHECK (iterations >= 0),
  bytes INTEGER CHECK (bytes >= 0),
  time_ns INTEGER CHECK (time_ns >= 0),
  time_stat TEXT NOT NULL CHECK (time_stat IN ('median', 'mean')),
  min_ns INTEGER CHECK (min_ns >= 0),
  max_ns INTEGER CHECK (max_ns >= min_ns),
  user_ns INTEGER CHECK (user_ns >= 0),
  sys_ns INTEGER CHECK (sys_ns >= 0),
  peak_rss_bytes INTEGER CHECK (peak_rss_bytes >= 0),
  rss_anon_bytes INTEGER CHECK (rss_anon_bytes >= 0),
  rss_file_bytes INTEGER CHECK (rss_file_bytes >= 0),
  minor_faults INTEGER,
  major_faults INTEGER,
  ctx_vol INTEGER,
  ctx_inv INTEGER,
  syscalls INTEGER,
  syscall_source TEXT,
  retries INTEGER,
  cache_method TEXT,
  proof TEXT NOT NULL CHECK (proof IN ('physical', 'upper_layer', 'residency', 'none')),
  resident_before REAL CHECK (resident_before BETWEEN 0 AND 1),
  resident_after REAL CHECK (resident_after BETWEEN 0 AND 1),
  victim_resident REAL CHECK (victim_resident BETWEEN 0 AND 1),
  device_bytes INTEGER CHECK (device_bytes >= 0),
  evict_ns INTEGER CHECK (evict_ns >= 0),
  checksum TEXT,
  effective TEXT NOT NULL,
  samples TEXT NOT NULL CHECK (samples IN ('kept', 'none', 'pruned')),
  UNIQUE (session_id, seq)
) STRICT;
CREATE INDEX measurement_entry ON measurement (entry_id, round);

CREATE TABLE phase (
  code INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;
INSERT INTO phase (code, name)
VALUES (0, 'whole'), (1, 'create'), (2, 'list'), (3, 'read'), (4, 'join'), (5, 'unlink');

CREATE TABLE sample (
  measurement_id INTEGER NOT NULL REFERENCES measurement ON DELETE CASCADE,
  iteration INTEGER NOT NULL CHECK (iteration >= 0),
  phase INTEGER NOT NULL REFERENCES phase,
  wall_ns INTEGER NOT NULL CHECK (wall_ns >= 0),
  user_ns INTEGER,
  sys_ns INTEGER,
  device_bytes INTEGER,
  resident_before REAL,
  PRIMARY KEY (measurement_id, iteration, phase)
) STRICT, WITHOUT ROWID;

CREATE TABLE latency (
  measurement_id INTEGER NOT NULL REFERENCES measurement ON DELETE CASCADE,
  phase INTEGER NOT NULL REFERENCES phase,
  n INTEGER NOT NULL CHECK (n > 0),
  p50_ns INTEGER NOT NULL,
  p99_ns INTEGER NOT NULL,
  p999_ns INTEGER NOT NULL,
  max_ns INTEGER NOT NULL,
  histogram BLOB,
  PRIMARY KEY (measurement_id, phase)
) STRICT, WITHOUT ROWID;

CREATE TABLE noise (
  session_id INTEGER NOT NULL REFERENCES session ON DELETE CASCADE,
  round INTEGER NOT NULL CHECK (round >= 0),
  load REAL,
  steal REAL,
  psi_io REAL,
  psi_mem REAL,
  psi_cpu REAL,
  freq_khz INTEGER,
  temp REAL,
  PRIMARY KEY (session_id, round)
) STRICT, WITHOUT ROWID;

-- Derived from the above by harness/stats, and kept when raw rows are pruned.

CREATE TABLE finding (
  run_id INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  rule TEXT NOT NULL,
  entry_ordinal INTEGER NOT NULL CHECK (entry_ordinal >= -1),
  round INTEGER NOT NULL CHECK (round >= -1),
  detail TEXT NOT NULL,
  stats_version INTEGER,
  PRIMARY KEY (run_id, rule, entry_ordinal, round)
) STRICT, WITHOUT ROWID;

CREATE TABLE summary (
  entry_id INTEGER NOT NULL REFERENCES entry ON DELETE CASCADE,
  metric TEXT NOT NULL,
  phase INTEGER NOT NULL REFERENCES phase,
  n INTEGER NOT NULL CHECK (n > 0),
  median REAL NOT NULL,
  ci_low REAL,
  ci_high REAL,
  ci_level REAL,
  mad REAL,
  min REAL,
  max REAL,
  mean REAL,
  sd REAL,
  outliers INTEGER,
  origin TEXT NOT NULL CHECK (origin IN ('computed', 'imported')),
  stats_version INTEGER NOT NULL,
  PRIMARY KEY (entry_id, metric, phase),
  CHECK ((ci_low IS NULL) = (ci_high IS NULL)),
  CHECK (ci_low <= ci_high)
) STRICT, WITHOUT ROWID;

CREATE TABLE tombstone (
  run_uuid TEXT NOT NULL,
  level TEXT NOT NULL CHECK (level IN ('run', 'samples')),
  pruned_ns INTEGER NOT NULL,
  rule TEXT NOT NULL,
  PRIMARY KEY (run_uuid, level)
) STRICT, WITHOUT ROWID;
