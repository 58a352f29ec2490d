-- What a job would cost with a coupon: nothing is kept, so each request may be the same.
wrk.method = "POST"
wrk.body = os.getenv("BENCH_WISH")
wrk.headers["Content-Type"] = "application/json"
