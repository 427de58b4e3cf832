-- What the workers' role may do, table by table. Run it as the owner of the database at every start,
-- after the migrations: psql --set=ON_ERROR_STOP=1 --file=docker/rights.sql
--
-- A worker runs uploaded bots. So its role reads no account, password, email address or session,
-- writes no rating, orders no match, changes no owner, source or player, and can delete only what
-- visitors of a running match are shown. docs/security.md says what a worker that was taken over can
-- still do. What follows from a result, and other work that needs more rights, is done by the processes
-- for the queues arena-records and arena-delivery, as the owner.
DO $$
DECLARE
    worker constant text := 'kingsbench_worker';
    rights constant text[][] := ARRAY[
        -- what is played, and what came of it
        ['arena_match', 'SELECT, UPDATE (worker, lease_until, status, tries, not_before, started_at, finished_at, watched_until, is_pending, stamp, engine, protocol, error, failed_host)'],
        ['arena_seat', 'SELECT, UPDATE (points, rank, cpu, wall, decisions, faults)'],
        ['arena_game', 'SELECT, INSERT'],
        ['arena_botlog', 'SELECT, INSERT'],
        ['arena_botlogusage', 'SELECT, INSERT, UPDATE (bytes)'],
        ['arena_fault', 'SELECT, INSERT'],
        ['arena_failure', 'SELECT, INSERT, UPDATE (count, last_seen, came_back, newest_fault_id, newest_bot_seat_id)'],
        ['arena_livegame', 'SELECT, INSERT, UPDATE, DELETE'],
        ['arena_humangame', 'SELECT, UPDATE (worker, lease_until, tries, not_before, error, status, choices, choices_count, moved_at, finished_at, scores, ranks, reason, packed_events)'],
        ['arena_botseat', 'SELECT, UPDATE (clock, cpu, wall, faulted_at, fault_recorded_at, verdict, message, failure)'],
        -- whom it is played by; what a bench changes; a lock needs some right
        ['arena_bot', 'SELECT, UPDATE (state, bench_reason)'],
        ['arena_version', 'SELECT'],
        ['arena_ladder', 'SELECT, UPDATE (matchmake_at)'],
        ['arena_entry', 'SELECT, UPDATE (is_playing, has_place)'],
        ['arena_laddercheck', 'SELECT'],
        ['arena_tournament', 'SELECT, UPDATE (problem)'],
        ['arena_round', 'SELECT'],
        ['arena_pairing', 'SELECT'],
        ['arena_challenge', 'SELECT'],
        -- whom a bench is told
        ['arena_notification', 'SELECT, INSERT'],
        ['arena_notificationpreferences', 'SELECT'],
        ['arena_worker', 'SELECT, INSERT, UPDATE'],
        ['arena_installation', 'SELECT'],
        -- what is computed from all of this, and whom people follow, is no worker's business
        ['arena_ratingchange', ''],
        ['arena_versionrating', ''],
        ['arena_ratingfit', ''],
        ['arena_ratingrun', ''],
        ['arena_entrant', ''],
        ['arena_pairingseat', ''],
        ['arena_season', ''],
        ['arena_division', ''],
        ['arena_league', ''],
        ['arena_action', ''],
        ['arena_block', ''],
        ['arena_follow', ''],
        ['arena_tickstep', ''],
        ['arena_pruneprogress', ''],
        ['arena_pack', ''],
        ['arena_archivedday', ''],
        ['arena_fittally', ''],
        ['arena_fittedrating', ''],
        ['arena_tallyprogress', ''],
        ['arena_bottally', ''],
        ['arena_headtohead', ''],
        ['arena_pairmatch', ''],
        ['arena_voidedtally', ''],
        ['arena_statisticsprogress', ''],
        ['arena_ladderstatistic', ''],
        ['arena_voidedstatistic', '']
    ];
    given text[];
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = worker) THEN
        EXECUTE format('CREATE ROLE %I LOGIN', worker);  -- then: \password kingsbench_worker
    END IF;
    EXECUTE format('REVOKE ALL ON ALL TABLES IN SCHEMA public FROM %I', worker);
    EXECUTE format('REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM %I', worker);
    EXECUTE format('GRANT USAGE ON SCHEMA public TO %I', worker);
    FOREACH given SLICE 1 IN ARRAY rights LOOP
        CONTINUE WHEN given[2] = '';
        EXECUTE format('GRANT %s ON %I TO %I', given[2], given[1], worker);
    END LOOP;
END $$;
