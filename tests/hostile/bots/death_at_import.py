# expect: error crash
raise RuntimeError("no")
