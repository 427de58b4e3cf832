"""Notifications: page, mails and webhooks."""
