// Plan <-> database.
#include "run/record.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/error.hpp"
#include "os/clock.hpp"
#include "os/facts.hpp"

namespace readmark::run {
namespace {

using nlohmann::json;

store::FactRow fact_row(const os::Fact& fact) {
  const auto status = fact.status == os::Fact::Status::ok       ? store::FactStatus::ok
                      : fact.status == os::Fact::Status::denied ? store::FactStatus::denied
                                                                : store::FactStatus::absent;
  return {fact.name, fact.value, fact.source, status};
}

struct Machine {
  store::Key host{};
  std::vector<store::FactRow> facts;
};

Machine this_machine(std::string_view label) {
  Machine machine;
  std::vector<store::FactRow> stable;
  for (const os::Fact& fact : os::host_facts()) {
    machine.facts.push_back(fact_row(fact));
    if (fact.stable) stable.push_back(fact_row(fact));
  }
  machine.host = store::host_key(stable, label);
  return machine;
}

store::SessionRow new_session(store::Id run, store::Id environment) {
  store::SessionRow session;
  session.uuid = store::new_uuid();
  session.run_id = run;
  session.environment_id = environment;
  session.started_ns = os::unix_time_ns();
  session.clock_step_ns = os::clock_step_ns();
  return session;
}

std::string value_of(const std::vector<os::Fact>& facts, std::string_view name) {
  const auto found = std::find_if(facts.begin(), facts.end(),
                                  [&](const os::Fact& fact) { return fact.name == name; });
  return found == facts.end() ? "" : found->value;
}

store::PlacementRow placement_row(store::Id run, std::int64_t ordinal, store::Id dataset,
                                  const std::filesystem::path& path) {
  const std::vector<os::Fact> facts = os::storage_facts(path);
  json all = json::object();
  for (const os::Fact& fact : facts) {
    all[fact.name] = {
        {"value", fact.status == os::Fact::Status::ok ? json(fact.value) : json(nullptr)},
        {"source", fact.source},
        {"status", os::to_text(fact.status)}};
  }
  store::PlacementRow row;
  row.run_id = run;
  row.ordinal = ordinal;
  row.dataset_id = dataset;
  row.path_hash = store::hash_path(path);
  row.filesystem = value_of(facts, "filesystem.type");
  row.device = value_of(facts, "device.name");
  row.mount_options = value_of(facts, "mount.options");
  row.facts = all.dump(-1, ' ', true, json::error_handler_t::replace);
  return row;
}

struct StoredData {
  store::Id id = 0;
  std::int64_t placement = 0;
};

// Every dataset of the plan, once, with where it lies.
std::map<std::string, StoredData> record_data(store::Store& store, store::Id run,
                                              const Plan& plan) {
  std::map<std::string, StoredData> stored;
  for (const PlannedCase& planned : plan.cases) {
    const Dataset& data = planned.data;
    if (data.kind != "file" || stored.contains(data.name)) continue;
    const StoredData row{store.record_dataset(data), static_cast<std::int64_t>(stored.size())};
    store.add_placement(placement_row(run, row.placement, row.id, data.path));
    stored.emplace(data.name, row);
  }
  return stored;
}

Entry record_entry(store::Store& store, store::Id run, store::Id build, std::int64_t ordinal,
                   const PlannedCase& planned, const std::map<std::string, StoredData>& data) {
  store::EntryRow row;
  std::optional<store::Id> dataset;
  if (const auto found = data.find(planned.data.name); found != data.end()) {
    dataset = found->second.id;
    row.placement = found->second.placement;
  }
  row.run_id = run;
  row.ordinal = ordinal;
  row.case_id = store.record_case(planned.bench_case, dataset);
  row.build_id = build;
  row.role = planned.bench_case.role;
  row.status = planned.settled;
  if (planned.settled) row.reason = planned.reason;

  Entry entry;
  entry.planned = planned;
  entry.settled = planned.settled;
  entry.id = store.add_entry(row);
  return entry;
}

void add_measurements(const store::Store& store, store::Id run, std::vector<Entry>& entries) {
  for (const store::RunMeasurement& stored : store.measurements(run)) {
    const store::MeasurementRow& row = stored.row;
    Entry& entry = entries.at(static_cast<std::size_t>(stored.entry_ordinal));
    if (row.status == Status::interrupted) continue;
    if (row.kind == store::MeasurementKind::verify && row.status == Status::ok) {
      entry.verified = true;
      entry.pass_ns = row.time_ns.value_or(0);
    }
    if (row.kind != store::MeasurementKind::timed || !row.round) continue;
    entry.rounds.insert(*row.round);
    if (row.status == Status::ok && row.time_ns)
      entry.times_ns.push_back(static_cast<double>(*row.time_ns));
    entry.invalid_in_a_row = row.status == Status::invalid ? entry.invalid_in_a_row + 1 : 0;
    if (row.status == Status::invalid) entry.last_invalid = row.reason.value_or("");
  }
}

void check_same_build(const store::Store& store, const std::vector<store::PlanEntry>& plan,
                      store::Id build) {
  for (const store::PlanEntry& stored : plan) {
    if (!stored.entry.build_id || *stored.entry.build_id == build) continue;
    throw UsageError(
        fmt::format("this run was measured by another build (revision {}): its figures would not "
                    "belong together; "
                    "start a new run, or use that build",
                    store.build(*stored.entry.build_id).revision));
  }
}

}  // namespace

store::Key this_host_key(std::string_view label) { return this_machine(label).host; }

LiveRun begin_run(store::Store& store, const Plan& plan, const Build& build, const RunMeta& meta) {
  const Machine machine = this_machine(meta.host_label);
  LiveRun live;
  live.plan = plan;
  live.run.uuid = store::new_uuid();
  live.run.profile = plan.profile.name;
  live.run.settings = to_json(plan.profile);
  live.run.seed = plan.seed;
  live.run.argv = json(meta.argv).dump(-1, ' ', true, json::error_handler_t::replace);
  live.run.started_ns = os::unix_time_ns();
  store.transaction([&] {
    const store::Id environment =
        store.record_environment(store.record_host(machine.host, meta.host_label), machine.facts);
    const store::Id build_id = store.record_build(build);
    live.run.id = store.begin_run(live.run);
    for (const auto& [name, value] : meta.labels) store.add_label(live.run.id, name, value);
    live.session = store.begin_session(new_session(live.run.id, environment));
    const std::map<std::string, StoredData> data = record_data(store, live.run.id, plan);
    for (const PlannedCase& planned : plan.cases) {
      const auto ordinal = static_cast<std::int64_t>(live.entries.size());
      live.entries.push_back(record_entry(store, live.run.id, build_id, ordinal, planned, data));
    }
  });
  return live;
}

Profile settings_of(const store::RunRow& run) {
  return parse_profile(run.settings, fmt::format("the stored settings of run {}", run.uuid));
}

LiveRun resume_run(store::Store& store, const store::RunRow& run, const Build& build,
                   const RunMeta& meta, const FindData& find_data) {
  const Machine machine = this_machine(meta.host_label);
  const store::Id host = store.record_host(machine.host, meta.host_label);
  for (const store::SessionRow& session : store.sessions(run.id)) {
    if (!session.environment_id || store.host(*session.environment_id).id == host) continue;
    throw UsageError(
        "this run was measured on another host: resume it there, or start a new run here");
  }
  const std::vector<store::PlanEntry> stored_plan = store.plan(run.id);
  check_same_build(store, stored_plan, store.record_build(build));

  LiveRun live;
  live.run = run;
  live.plan.seed = run.seed;
  live.plan.profile = settings_of(run);
  std::map<std::string, Dataset> found;
  std::map<std::string, Placement> placements;
  for (const store::PlanEntry& stored : stored_plan) {
    PlannedCase planned;
    planned.bench_case = stored.bench_case;
    planned.settled = stored.entry.status;
    planned.reason = stored.entry.reason.value_or("");
    planned.data = no_data();
    if (stored.dataset) {
      const std::string& name = stored.bench_case.data;
      if (!found.contains(name)) {
        found[name] = find_data(*stored.dataset);
        placements[name] = placement_of(found[name]);
      }
      planned.data = found[name];
      planned.placement = placements[name];
    }
    live.plan.cases.push_back(planned);
  }
  assign_groups(live.plan.cases);
  for (std::size_t i = 0; i < stored_plan.size(); ++i) {
    Entry entry;
    entry.planned = live.plan.cases[i];
    entry.id = stored_plan[i].entry.id;
    entry.settled = stored_plan[i].entry.status;
    live.entries.push_back(entry);
  }
  add_measurements(store, run.id, live.entries);
  store.transaction([&] {
    const store::Id environment = store.record_environment(host, machine.facts);
    live.session = store.begin_session(new_session(run.id, environment));
    store.set_run_state(run.id, store::RunState::running);
  });
  return live;
}

}  // namespace readmark::run
