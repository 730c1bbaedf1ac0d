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
CREATE VIEW v_case AS
SELECT c.id AS case_id, lower(hex(c.key)) AS case_key, c.name AS case_name, c.origin, c.workload, c.strategy,
       c.data AS dataset, d.id AS dataset_id, d.kind AS dataset_kind, d.bytes AS dataset_bytes,
       d.lines AS dataset_lines, d.digest AS dataset_digest, c.cache, c.use, c.knobs,
       c.knobs ->> '$.buf' AS buf,
       CAST(c.knobs ->> '$.buf' AS INTEGER) *
         CASE WHEN c.knobs ->> '$.buf' LIKE '%KiB' THEN 1024
              WHEN c.knobs ->> '$.buf' LIKE '%MiB' THEN 1048576
              WHEN c.knobs ->> '$.buf' LIKE '%GiB' THEN 1073741824
              WHEN c.knobs ->> '$.buf' LIKE '%kB' THEN 1000
              WHEN c.knobs ->> '$.buf' LIKE '%MB' THEN 1000000
              WHEN c.knobs ->> '$.buf' LIKE '%GB' THEN 1000000000
              ELSE 1 END AS buf_bytes,
       CAST(c.knobs ->> '$.threads' AS INTEGER) AS threads,
       CAST(c.knobs ->> '$.depth' AS INTEGER) AS depth,
       c.knobs ->> '$.direct' AS direct, c.knobs ->> '$.populate' AS populate,
       c.knobs ->> '$.alloc' AS alloc, c.knobs ->> '$.text' AS text
  FROM bench_case c LEFT JOIN dataset d ON d.id = c.dataset_id;
CREATE VIEW v_run AS
SELECT r.id AS run_id, r.uuid AS run_uuid, r.kind AS run_kind, r.profile, r.seed, r.argv,
       r.started_ns, r.state,
       (SELECT max(s.ended_ns) FROM session s WHERE s.run_id = r.id) AS ended_ns,
       (SELECT count(*) FROM session s WHERE s.run_id = r.id) AS sessions,
       (SELECT count(*) FROM entry e WHERE e.run_id = r.id) AS entries,
       (SELECT count(*) FROM entry e WHERE e.run_id = r.id AND e.status = 'ok') AS entries_ok,
       (SELECT count(*) FROM session s JOIN measurement m ON m.session_id = s.id
         WHERE s.run_id = r.id) AS measurements,
       n.id AS environment_id, h.id AS host_id, lower(hex(h.key)) AS host_key, h.label AS host_label,
       b.id AS build_id, b.version AS build_version, b.revision AS build_revision, b.dirty AS build_dirty,
       b.type AS build_type, b.compiler AS build_compiler
  FROM run r
  LEFT JOIN environment n ON n.id = (SELECT s.environment_id FROM session s
         WHERE s.run_id = r.id AND s.environment_id IS NOT NULL ORDER BY s.id LIMIT 1)
  LEFT JOIN host h ON h.id = n.host_id
  LEFT JOIN build b ON b.id = (SELECT e.build_id FROM entry e
         WHERE e.run_id = r.id AND e.build_id IS NOT NULL ORDER BY e.ordinal LIMIT 1);
CREATE VIEW v_fact AS
SELECT DISTINCT r.id AS run_id, r.uuid AS run_uuid, f.environment_id, f.name, f.value, f.source, f.status
  FROM run r JOIN session s ON s.run_id = r.id JOIN fact f ON f.environment_id = s.environment_id;
CREATE VIEW v_measurement AS
SELECT m.id AS measurement_id, r.id AS run_id, r.uuid AS run_uuid, r.kind AS run_kind, r.profile,
       r.started_ns AS run_started_ns, s.uuid AS session_uuid, s.rank, s.environment_id,
       e.id AS entry_id, e.ordinal AS entry_ordinal, e.arm, e.role, e.status AS entry_status,
       c.case_id, c.case_key, c.case_name, c.workload, c.strategy, c.dataset, c.dataset_bytes,
       c.dataset_lines, c.cache, c.use, c.knobs, c.buf, c.buf_bytes, c.threads, c.depth, c.direct, c.populate,
       c.alloc, c.text,
       m.seq, m.kind, m.round, m.position, m.scope, m.status, m.reason, m.exit_code, m.started_ns,
       m.iterations, m.bytes, m.time_ns, m.time_stat, m.min_ns, m.max_ns, m.user_ns, m.sys_ns,
       m.peak_rss_bytes, m.rss_anon_bytes, m.rss_file_bytes, m.minor_faults, m.major_faults, m.ctx_vol,
       m.ctx_inv, m.syscalls, m.syscall_source, m.retries, m.cache_method, m.proof, m.resident_before,
       m.resident_after, m.victim_resident, m.device_bytes, m.evict_ns, m.checksum, m.effective, m.samples,
       CAST(m.bytes AS REAL) / nullif(m.time_ns, 0) AS gb_per_s,
       CAST(m.device_bytes AS REAL) / nullif(m.bytes, 0) AS device_read_ratio
  FROM measurement m
  JOIN session s ON s.id = m.session_id
  JOIN entry e ON e.id = m.entry_id
  JOIN run r ON r.id = e.run_id
  JOIN v_case c ON c.case_id = e.case_id;
CREATE VIEW v_sample AS
SELECT m.run_id, m.run_uuid, m.measurement_id, m.entry_id, m.entry_ordinal, m.role, m.case_name, m.workload,
       m.strategy, m.dataset, m.cache, m.use, m.buf, m.buf_bytes, m.threads, m.kind, m.round, m.status,
       x.iteration, p.name AS phase, x.wall_ns, x.user_ns, x.sys_ns, m.bytes, x.device_bytes,
       x.resident_before, CAST(m.bytes AS REAL) / nullif(x.wall_ns, 0) AS gb_per_s
  FROM sample x
  JOIN phase p ON p.code = x.phase
  JOIN v_measurement m ON m.measurement_id = x.measurement_id;
CREATE VIEW v_pass AS
SELECT e.id AS entry_id,
       coalesce(d.bytes, (SELECT max(m.bytes) FROM measurement m WHERE m.entry_id = e.id)) AS bytes
  FROM entry e JOIN bench_case c ON c.id = e.case_id LEFT JOIN dataset d ON d.id = c.dataset_id;
CREATE VIEW v_case_summary AS
SELECT r.id AS run_id, r.uuid AS run_uuid, r.kind AS run_kind, r.profile, r.started_ns AS run_started_ns,
       r.state AS run_state, e.id AS entry_id, e.ordinal AS entry_ordinal, e.arm, e.role, e.status, e.reason,
       e.build_id, c.case_id, c.case_key, c.case_name, c.workload, c.strategy, c.dataset, c.dataset_bytes,
       c.dataset_lines, c.cache, c.use, c.knobs, c.buf, c.buf_bytes, c.threads, c.depth, c.direct, c.populate,
       c.alloc, c.text,
       (SELECT group_concat(rule) FROM (SELECT DISTINCT f.rule FROM finding f
         WHERE f.run_id = r.id AND f.entry_ordinal = e.ordinal ORDER BY f.rule)) AS findings,
       t.n AS rounds, b.bytes, t.median AS median_ns, t.ci_low AS ci_low_ns,
       t.ci_high AS ci_high_ns, t.ci_level, t.mad AS mad_ns, t.min AS min_ns, t.max AS max_ns,
       t.mean AS mean_ns, t.sd AS sd_ns, t.outliers, t.origin, t.stats_version,
       b.bytes / nullif(t.median, 0) AS gb_per_s,
       b.bytes / nullif(t.ci_high, 0) AS gb_per_s_low,
       b.bytes / nullif(t.ci_low, 0) AS gb_per_s_high,
       u.median AS user_ns, k.median AS sys_ns, p.median AS peak_rss_bytes, v.median AS device_bytes,
       v.median / nullif(b.bytes, 0) AS device_read_ratio, w.median AS ceiling_share,
       l.median AS resident_after, x.median AS victim_resident
  FROM entry e
  JOIN run r ON r.id = e.run_id
  JOIN v_case c ON c.case_id = e.case_id
  JOIN v_pass b ON b.entry_id = e.id
  LEFT JOIN summary t ON t.entry_id = e.id AND t.metric = 'time_ns' AND t.phase = 0
  LEFT JOIN summary u ON u.entry_id = e.id AND u.metric = 'user_ns' AND u.phase = 0
  LEFT JOIN summary k ON k.entry_id = e.id AND k.metric = 'sys_ns' AND k.phase = 0
  LEFT JOIN summary p ON p.entry_id = e.id AND p.metric = 'peak_rss_bytes' AND p.phase = 0
  LEFT JOIN summary v ON v.entry_id = e.id AND v.metric = 'device_bytes' AND v.phase = 0
  LEFT JOIN summary w ON w.entry_id = e.id AND w.metric = 'ceiling_share' AND w.phase = 0
  LEFT JOIN summary l ON l.entry_id = e.id AND l.metric = 'resident_after' AND l.phase = 0
  LEFT JOIN summary x ON x.entry_id = e.id AND x.metric = 'victim_resident' AND x.phase = 0;
CREATE VIEW v_ceiling AS
SELECT run_id, run_uuid, entry_id, entry_ordinal, case_name, strategy, dataset, threads, depth, direct, buf,
       buf_bytes, cache, status, rounds, bytes, median_ns, ci_low_ns, ci_high_ns, gb_per_s
  FROM v_case_summary WHERE role = 'ceiling';
CREATE VIEW v_missing AS
SELECT run_id, run_uuid, entry_id, entry_ordinal, role, case_name, workload, strategy, dataset, cache, use,
       coalesce(status, 'never_run') AS status, coalesce(reason, 'the run ended before its turn') AS reason
  FROM v_case_summary WHERE status IS NOT 'ok';
CREATE VIEW v_history AS
SELECT s.case_key, s.case_name, s.workload, s.strategy, s.dataset, s.cache, s.use, s.role, s.arm, r.host_key,
       r.host_label, r.run_id, r.run_uuid, r.run_kind, r.profile, r.started_ns, b.version AS build_version,
       b.revision AS build_revision, b.dirty AS build_dirty, s.entry_id, s.status, s.findings, s.rounds,
       s.bytes, s.median_ns, s.ci_low_ns, s.ci_high_ns, s.gb_per_s, s.ceiling_share
  FROM v_case_summary s
  JOIN v_run r ON r.run_id = s.run_id
  LEFT JOIN build b ON b.id = s.build_id
 WHERE s.status = 'ok' AND s.median_ns IS NOT NULL;
CREATE VIEW v_noise_floor AS
SELECT s.case_key, s.case_name, s.role, r.host_key, r.host_label, r.run_id, r.run_uuid, r.started_ns,
       s.rounds, s.mad_ns / nullif(s.median_ns, 0) AS relative_mad,
       (s.ci_high_ns - s.ci_low_ns) / 2 / nullif(s.median_ns, 0) AS relative_half_width
  FROM v_case_summary s JOIN v_run r ON r.run_id = s.run_id
 WHERE s.status = 'ok' AND s.mad_ns IS NOT NULL;
CREATE VIEW v_noise AS
SELECT s.run_id, r.uuid AS run_uuid, s.uuid AS session_uuid, s.rank, n.round, n.load, n.steal, n.psi_io,
       n.psi_mem, n.psi_cpu, n.freq_khz, n.temp
  FROM noise n JOIN session s ON s.id = n.session_id JOIN run r ON r.id = s.run_id;
CREATE VIEW v_finding AS
SELECT f.run_id, r.uuid AS run_uuid, f.rule, nullif(f.entry_ordinal, -1) AS entry_ordinal, e.id AS entry_id,
       c.name AS case_name, nullif(f.round, -1) AS round, f.detail, f.stats_version
  FROM finding f
  JOIN run r ON r.id = f.run_id
  LEFT JOIN entry e ON e.run_id = f.run_id AND e.ordinal = f.entry_ordinal
  LEFT JOIN bench_case c ON c.id = e.case_id;
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
CREATE VIEW v_growth AS
SELECT g.run_id, r.uuid AS run_uuid, g.name, g.workload, g.strategy, g.knobs, g.knobs ->> '$.buf' AS buf,
       g.cache, g.use, g.role, g.sizes, g.least_bytes, g.most_bytes, g.rounds, g.exponent, g.ci_low, g.ci_high,
       g.ci_level, g.flagged, g.stats_version
  FROM growth g JOIN run r ON r.id = g.run_id;
