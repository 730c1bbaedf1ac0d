-- The views: the public way to read the database. Published: never edited.

-- Every case with its dataset and its knobs as columns; buf_bytes is the buffer as a number.
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

-- Every run, with the host and the build it is known by (those of its first session and entry).
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

-- The facts of every environment that a run's sessions saw.
CREATE VIEW v_fact AS
SELECT DISTINCT r.id AS run_id, r.uuid AS run_uuid, f.environment_id, f.name, f.value, f.source, f.status
  FROM run r JOIN session s ON s.run_id = r.id JOIN fact f ON f.environment_id = s.environment_id;

-- One row per measurement: a point in a chart. Only kind 'timed' and status 'ok' go into summaries.
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

-- One row per raw sample.
CREATE VIEW v_sample AS
SELECT m.run_id, m.run_uuid, m.measurement_id, m.entry_id, m.entry_ordinal, m.role, m.case_name, m.workload,
       m.strategy, m.dataset, m.cache, m.use, m.buf, m.buf_bytes, m.threads, m.kind, m.round, m.status,
       x.iteration, p.name AS phase, x.wall_ns, x.user_ns, x.sys_ns, m.bytes, x.device_bytes,
       x.resident_before, CAST(m.bytes AS REAL) / nullif(x.wall_ns, 0) AS gb_per_s
  FROM sample x
  JOIN phase p ON p.code = x.phase
  JOIN v_measurement m ON m.measurement_id = x.measurement_id;

-- The bytes of one pass over an entry's case: those of its dataset or, where it reads none (memory ceilings), as
-- measured.
CREATE VIEW v_pass AS
SELECT e.id AS entry_id,
       coalesce(d.bytes, (SELECT max(m.bytes) FROM measurement m WHERE m.entry_id = e.id)) AS bytes
  FROM entry e JOIN bench_case c ON c.id = e.case_id LEFT JOIN dataset d ON d.id = c.dataset_id;

-- One row per entry of a plan, measured or not: what a table shows. Figures are the stored summaries of the
-- whole pass; findings are the names of its rules, separated by commas.
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

-- What the machine could do at best, by run.
CREATE VIEW v_ceiling AS
SELECT run_id, run_uuid, entry_id, entry_ordinal, case_name, strategy, dataset, threads, depth, direct, buf,
       buf_bytes, cache, status, rounds, bytes, median_ns, ci_low_ns, ci_high_ns, gb_per_s
  FROM v_case_summary WHERE role = 'ceiling';

-- Every entry without a figure that counts, and why. status 'never_run': the run ended before its turn.
CREATE VIEW v_missing AS
SELECT run_id, run_uuid, entry_id, entry_ordinal, role, case_name, workload, strategy, dataset, cache, use,
       coalesce(status, 'never_run') AS status, coalesce(reason, 'the run ended before its turn') AS reason
  FROM v_case_summary WHERE status IS NOT 'ok';

-- The same case over time: order by started_ns within case_key and host_key.
CREATE VIEW v_history AS
SELECT s.case_key, s.case_name, s.workload, s.strategy, s.dataset, s.cache, s.use, s.role, s.arm, r.host_key,
       r.host_label, r.run_id, r.run_uuid, r.run_kind, r.profile, r.started_ns, b.version AS build_version,
       b.revision AS build_revision, b.dirty AS build_dirty, s.entry_id, s.status, s.findings, s.rounds,
       s.bytes, s.median_ns, s.ci_low_ns, s.ci_high_ns, s.gb_per_s, s.ceiling_share
  FROM v_case_summary s
  JOIN v_run r ON r.run_id = s.run_id
  LEFT JOIN build b ON b.id = s.build_id
 WHERE s.status = 'ok' AND s.median_ns IS NOT NULL;

-- How much a canary or subject moves from round to round on a host, as MAD over median, per run: what a
-- change must exceed to be seen at all. (The A/A noise floor proper comes from runs of kind aa.)
CREATE VIEW v_noise_floor AS
SELECT s.case_key, s.case_name, s.role, r.host_key, r.host_label, r.run_id, r.run_uuid, r.started_ns,
       s.rounds, s.mad_ns / nullif(s.median_ns, 0) AS relative_mad,
       (s.ci_high_ns - s.ci_low_ns) / 2 / nullif(s.median_ns, 0) AS relative_half_width
  FROM v_case_summary s JOIN v_run r ON r.run_id = s.run_id
 WHERE s.status = 'ok' AND s.mad_ns IS NOT NULL;

-- The machine's state per round, by run.
CREATE VIEW v_noise AS
SELECT s.run_id, r.uuid AS run_uuid, s.uuid AS session_uuid, s.rank, n.round, n.load, n.steal, n.psi_io,
       n.psi_mem, n.psi_cpu, n.freq_khz, n.temp
  FROM noise n JOIN session s ON s.id = n.session_id JOIN run r ON r.id = s.run_id;

-- Findings with the case they are about; NULL: of the whole run, of all rounds.
CREATE VIEW v_finding AS
SELECT f.run_id, r.uuid AS run_uuid, f.rule, nullif(f.entry_ordinal, -1) AS entry_ordinal, e.id AS entry_id,
       c.name AS case_name, nullif(f.round, -1) AS round, f.detail, f.stats_version
  FROM finding f
  JOIN run r ON r.id = f.run_id
  LEFT JOIN entry e ON e.run_id = f.run_id AND e.ordinal = f.entry_ordinal
  LEFT JOIN bench_case c ON c.id = e.case_id;
