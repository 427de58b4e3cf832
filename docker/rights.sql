-- Run at every start, after the migrations: a worker plays and records, and reads no account.
-- It is the block of docs/security.md.
DO $$
DECLARE
    name text;
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'kingsbench_worker') THEN
        CREATE ROLE kingsbench_worker LOGIN;  -- then: \password kingsbench_worker
    END IF;
    GRANT USAGE ON SCHEMA public TO kingsbench_worker;
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename LIKE 'arena\_%'
    LOOP
        EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO kingsbench_worker', name);
    END LOOP;
END $$;
