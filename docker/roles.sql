-- Run once, by PostgreSQL's superuser, while the database's volume is empty: the site owns its
-- database and is no superuser; rights.sql grants the workers' rights.
\getenv site DATABASE_PASSWORD
\getenv worker DATABASE_WORKER_PASSWORD
CREATE ROLE kingsbench LOGIN PASSWORD :'site';
CREATE ROLE kingsbench_worker LOGIN PASSWORD :'worker';
CREATE DATABASE kingsbench OWNER kingsbench;
